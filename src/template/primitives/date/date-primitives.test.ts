import { describe, expect, test } from "vitest";
import { parsedPrimitive, testExamples } from "../testing/examples.ts";
import { dateMatch } from "./date-match.ts";
import { dateRange } from "./date-range.ts";
import { dateTolerance } from "./date-tolerance.ts";

describe("DateMatch", () => {
  testExamples(dateMatch(), [
    ["April 11, 2016", "2016-04-11", true],
    ["04/11/2016", "2016-04-11", true],
    ["13/04/2016", "2016-04-13", true],
    ["2016-04-11T00:30:00Z", "2016-04-11", true],
    ["20160411", "20160411", true],
    [20160411, "2016-04-11", true],
    [null, "2016-04-11", "raises"],
    ["soon", "2016-04-11", "raises"],
    ["2016-04-12", "2016-04-11", false],
  ]);

  describe("takes nothing from today's date", () => {
    testExamples(dateMatch(), [
      ["2016", "2016", "raises"],
      ["April 2016", "April 2016", "raises"],
      ["11 April", "11 April", "raises"],
    ]);
    test("and reports such a ground truth", () => {
      expect(parsedPrimitive(dateMatch()).groundTruthProblems("April 2016")).toEqual([
        'expected a date with year, month and day, found "April 2016"',
      ]);
    });
  });

  describe("with a format", () => {
    testExamples(dateMatch({ format: "%d/%m/%Y" }), [
      ["11/04/2016", "2016-04-11", "raises"],
      ["11/04/2016", "11/4/2016", true],
      ["31/02/2016", "31/02/2016", "raises"],
    ]);
    test("reports a ground truth in another format", () => {
      expect(
        parsedPrimitive(dateMatch({ format: "%d/%m/%Y" })).groundTruthProblems("2016-04-11"),
      ).toHaveLength(1);
    });
    test("refuses a format it does not know", () => {
      expect(() => dateMatch({ format: "%Y-%Q" })).toThrow('DateMatch: format: unknown directive "%Q"');
      expect(() => dateMatch({ format: "%Y %Y" })).toThrow('directive "%Y" is used twice');
    });
  });
});

describe("DateTolerance", () => {
  testExamples(dateTolerance({ tolerance: 30 }), [
    ["2016-05-11", "2016-04-11", true],
    ["2016-03-12", "2016-04-11", true],
    ["2016-05-12", "2016-04-11", false],
    ["2016-05-11 01:00", "2016-04-11", false],
    ["2016-04-11T00:00:00Z", "2016-04-11", "raises"],
    ["2016-04-11T00:00:00Z", "2016-05-11T01:00:00+01:00", true],
    ["April 2016", "2016-04-11", "raises"],
    ["x", "2016-04-11", "raises"],
  ]);
  testExamples(dateTolerance({ tolerance: 2, unit: "hours" }), [
    ["2016-04-11 02:00", "2016-04-11", true],
    ["2016-04-11 02:00:00.000001", "2016-04-11", false],
  ]);
  testExamples(dateTolerance({ tolerance: 1, unit: "minutes" }), [["2016-04-11 00:01", "2016-04-11", true]]);

  test.for([{ tolerance: 1.5 }, { tolerance: 1, unit: "weeks" }])("refuses %j", (options) => {
    expect(() => dateTolerance(options as never)).toThrow(/^DateTolerance: (tolerance|unit): /);
  });
});

describe("DateRange", () => {
  testExamples(dateRange({ min: "2015-01-01", max: "2015-12-31" }), [
    ["2015-12-31", null, true],
    ["2015-01-01", null, true],
    ["2015-12-31 10:00", null, false],
    ["2016-01-01", null, false],
    ["x", null, "raises"],
    ["2015-06-01T00:00Z", null, "raises"],
    ["2015", null, true],
    ["December 2015", null, true],
    ["2016", null, false],
  ]);
  testExamples(dateRange({ min: "2015-01-02" }), [
    ["2015", null, false],
    ["February 2015", null, true],
  ]);
  testExamples(dateRange({ max: "2015" }), [
    ["2015-12-31", null, true],
    ["2016-01-01", null, false],
  ]);
  testExamples(dateRange(), [
    ["2016-04-11", null, true],
    ["zz", null, "raises"],
  ]);

  test("refuses a bound that is no date", () => {
    expect(() => dateRange({ max: "soon" })).toThrow("DateRange: max: is not a date");
  });
});
