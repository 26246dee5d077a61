import { describe, expect, test } from "vitest";
import { parsedPrimitive, testExamples } from "../testing/examples.ts";
import { orderedMatch } from "./ordered-match.ts";
import { setContainment } from "./set-containment.ts";

describe("SetContainment", () => {
  testExamples(setContainment(), [
    [["a", "b"], ["b", "a", "a"], true],
    [["A"], ["a"], false],
    ["ab", ["a", "b"], true],
    [[1], [1.0], true],
    [[true], [1], true],
    [["1"], [1], false],
    [null, ["a"], "raises"],
    [[["a"]], ["a"], "raises"],
    [5, ["a"], "raises"],
  ]);
  testExamples(setContainment({ mode: "subset" }), [
    [[], ["a"], true],
    [["a", "b"], ["a"], false],
  ]);
  testExamples(setContainment({ mode: "superset" }), [
    [["a", "b", "c"], ["a", "b"], true],
    [["a"], ["a", "b"], false],
  ]);
  testExamples(setContainment({ mode: "overlap" }), [
    [["a", "z"], ["a", "b"], true],
    [["z"], ["a"], false],
  ]);
  testExamples(setContainment({ mode: "overlap", minOverlap: 2 }), [[["a"], ["a", "b"], false]]);
  testExamples(setContainment({ mode: "overlap", minOverlap: 0 }), [[["z"], ["a"], false]]);

  test("reports a ground truth that is no list", () => {
    expect(parsedPrimitive(setContainment()).groundTruthProblems(5)).toEqual(["expected a list, found 5"]);
  });
});

describe("OrderedMatch", () => {
  testExamples(orderedMatch(), [
    [["Smith J ", " jones a"], ["smith j", "Jones A"], true],
    [["b", "a"], ["a", "b"], false],
    [["a"], ["a", "b"], false],
    [[], [], true],
    [[1], ["1"], true],
    [null, ["a"], "raises"],
  ]);
});
