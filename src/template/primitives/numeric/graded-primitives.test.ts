import { describe, expect, test } from "vitest";
import { testExamples } from "../testing/examples.ts";
import { numericGraded } from "./numeric-graded.ts";
import { numericRangeGraded } from "./numeric-range-graded.ts";
import { numericThresholdGraded } from "./numeric-threshold-graded.ts";

describe("NumericGraded", () => {
  testExamples(numericGraded({ cutoff: 0.1 }), [
    [100, 100, true, 1],
    [105, 100, true, 0.5],
    [110, 100, true, 0],
    [111, 100, false, 0],
    [1, 0, false, 0],
    [0, 0, true, 1],
    ["nan", 100, "raises"],
  ]);
  testExamples(numericGraded({ cutoff: 10, fullCredit: 2, mode: "absolute" }), [
    [52, 50, true, 1],
    [56, 50, false, 0.5],
    [60, 50, false, 0],
  ]);
  testExamples(numericGraded({ cutoff: 10, fullCredit: 2, mode: "absolute", decay: "quadratic" }), [
    [56, 50, false, 0.75],
  ]);
  testExamples(numericGraded({ cutoff: 1, fullCredit: 0, mode: "absolute" }), [[5.5, 5, false, 0.5]]);

  test.for([{ cutoff: 0 }, { cutoff: -1 }, { cutoff: 1, fullCredit: 1 }, { cutoff: 1, fullCredit: -0.1 }])(
    "refuses %j",
    (options) => {
      expect(() => numericGraded(options)).toThrow(/^NumericGraded: (cutoff|fullCredit): /);
    },
  );
});

describe("NumericRangeGraded", () => {
  testExamples(numericRangeGraded({ min: 10, max: 20, margin: 5 }), [
    [15, null, true, 1],
    [8, null, false, 0.6],
    [22.5, null, false, 0.5],
    [25, null, false, 0],
    [100, null, false, 0],
  ]);
  testExamples(numericRangeGraded({ min: 10, max: 20, margin: 0.5, mode: "relative", decay: "quadratic" }), [
    [22.5, null, false, 0.75],
  ]);
  testExamples(numericRangeGraded({ min: 10, max: 20, margin: 5, exclusiveMin: true }), [
    [10, null, false, 1],
  ]);

  test("refuses bounds in the wrong order", () => {
    expect(() => numericRangeGraded({ min: 2, max: 2, margin: 1 })).toThrow(
      "NumericRangeGraded: min: must be below max",
    );
  });
});

describe("NumericThresholdGraded", () => {
  testExamples(numericThresholdGraded({ direction: "max", margin: 0.2 }), [
    [90, 100, true, 1],
    [100, 100, true, 1],
    [110, 100, false, 0.5],
    [120, 100, false, 0],
    [0.5, 0, false, 0],
    [0, 0, true, 1],
  ]);
  testExamples(numericThresholdGraded({ direction: "min", margin: 10, mode: "absolute", exclusive: true }), [
    [50, 50, false, 1],
    [45, 50, false, 0.5],
    [500, 50, true, 1],
  ]);
});
