import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../base/index.ts";
import { parsedPrimitive, testExamples, tools } from "../testing/examples.ts";
import { numericExact } from "./numeric-exact.ts";
import { numericMaximum } from "./numeric-maximum.ts";
import { numericMinimum } from "./numeric-minimum.ts";
import { numericRange } from "./numeric-range.ts";
import { numericTolerance } from "./numeric-tolerance.ts";

describe("NumericExact", () => {
  testExamples(numericExact(), [
    [23, 23, true],
    ["23", 23.0, true],
    [" 2.30e1 ", "23", true],
    ["1_000", 1000, true],
    ["٢٣", 23, true],
    ["inf", "Infinity", true],
    ["1,000", 1000, "raises"],
    ["", 0, "raises"],
    ["5%", 5, "raises"],
    [null, 0, "raises"],
    [[1], 1, "raises"],
    [0.1 + 0.2, 0.3, false],
    ["nan", "nan", "raises"],
    ["NaN", 0, "raises"],
  ]);

  test("names primitive and value when it cannot compare", async () => {
    await expect(parsedPrimitive(numericExact()).check("1,000", 1000, tools)).rejects.toThrow(
      'NumericExact: expected a number, found "1,000".',
    );
  });

  test.for([1, "1.5", " 1e3 "])("accepts %j as ground truth", (groundTruth) => {
    expect(parsedPrimitive(numericExact()).groundTruthProblems(groundTruth)).toEqual([]);
  });

  test.for([true, "many", null, "nan", 2 ** 53, "9007199254740993", "-1e30"])(
    "reports %j as ground truth",
    (groundTruth) => {
      expect(parsedPrimitive(numericExact()).groundTruthProblems(groundTruth)).toHaveLength(1);
    },
  );
});

describe("NumericTolerance", () => {
  testExamples(numericTolerance({ tolerance: 0.1 }), [
    [110, 100, true],
    [110.0001, 100, false],
    [90, 100, true],
    [-95, -100, true],
    [0.0001, 0, false],
    [0, 0, true],
  ]);
  testExamples(numericTolerance({ tolerance: 0.5, mode: "absolute" }), [
    [37.5, 37, true],
    [37.6, 37, false],
  ]);
  testExamples(numericTolerance({ tolerance: 0.05, mode: "absolute" }), [
    [0.77, 0.72, false],
    [0.67, 0.72, true],
  ]);
  testExamples(numericTolerance({ tolerance: -1, mode: "absolute" }), [[1, 1, false]]);

  test.for([
    [{ tolerance: 0 }, "9007199254740993", 1],
    [{ tolerance: 1e-17 }, -1e30, 1],
    [{ tolerance: 0.5, mode: "absolute" }, 2 ** 53, 1],
    [{ tolerance: 0 }, 2 ** 53 - 1, 0],
    [{ tolerance: 1e-9 }, "9007199254740993", 0],
    [{ tolerance: 10, mode: "absolute" }, 2 ** 53, 0],
  ] as const)(
    "%j reports a ground truth of %j whose last digits would not count: %d",
    ([options, truth, count]) => {
      expect(parsedPrimitive(numericTolerance(options)).groundTruthProblems(truth)).toHaveLength(count);
    },
  );
});

describe("NumericRange", () => {
  testExamples(numericRange({ min: 0, max: 0.05 }), [
    [0.05, null, true],
    [0, null, true],
    [0.1, null, false],
    ["0.01", null, true],
    [null, null, "raises"],
    ["nan", null, "raises"],
    ["inf", null, false],
  ]);
  testExamples(numericRange({ min: 0, max: 1, exclusiveMin: true, exclusiveMax: true }), [
    [0, null, false],
    [1, null, false],
    [0.5, null, true],
  ]);
  testExamples(numericRange({ min: 2, max: 1 }), [[1.5, null, false]]);
  testExamples(numericRange(), [[-1e300, null, true]]);

  test("does not compare with the ground truth, but reports one that does not pass", async () => {
    const problems = (groundTruth: JsonValue) =>
      parsedPrimitive(numericRange({ min: 0 })).selfProblems(groundTruth, tools);
    expect(await problems(5)).toEqual([]);
    expect(await problems("whatever")).toEqual(['NumericRange: expected a number, found "whatever".']);
    expect(await problems(-1)).toEqual([
      "NumericRange does not pass -1 itself, so the right value would count as wrong",
    ]);
  });
});

describe("NumericMinimum", () => {
  testExamples(numericMinimum(), [
    [5, 5, true],
    [4.9, 5, false],
    ["6", "5", true],
  ]);
  testExamples(numericMinimum({ exclusive: true }), [
    [5, 5, false],
    [6, 5, true],
  ]);
});

describe("NumericMaximum", () => {
  testExamples(numericMaximum(), [
    [5, 5, true],
    [5.1, 5, false],
    [null, 5, "raises"],
  ]);
  testExamples(numericMaximum({ exclusive: true }), [
    [4, 5, true],
    [5, 5, false],
  ]);
});
