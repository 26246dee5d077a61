import { describe, expect, test } from "vitest";
import { resolvePrimitive } from "../resolve-primitive.ts";
import { testTraceExamples } from "../testing/examples.ts";
import { traceContains } from "./trace-contains.ts";
import { traceLength } from "./trace-length.ts";
import { traceRegex } from "./trace-regex.ts";

describe("TraceRegex", () => {
  testTraceExamples(traceRegex({ pattern: String.raw`NCT\d+` }), [
    ["see NCT1", true],
    ["", false],
  ]);
  testTraceExamples(traceRegex({ pattern: String.raw`\[\d+\]`, countMin: 2 }), [
    ["[1] [2]", true],
    ["[1]", false],
  ]);
  testTraceExamples(traceRegex({ pattern: "x", countMin: 0 }), [["", true]]);
  testTraceExamples(traceRegex({ pattern: "(" }), [["a", "raises"]]);
});

describe("TraceContains", () => {
  testTraceExamples(traceContains({ substring: "limit" }), [
    ["limitation", true],
    ["Limit", false],
  ]);
  testTraceExamples(traceContains({ substring: "" }), [["", true]]);
});

describe("TraceLength", () => {
  testTraceExamples(traceLength({ min: 3, max: 5 }), [
    ["abc", true],
    ["abcdef", false],
    ["é😀x", true],
    ["😀😀", false],
  ]);
  testTraceExamples(traceLength({ min: 2, unit: "words" }), [
    [" a  b\n", true],
    ["a", false],
  ]);
});

test("a ground truth that is neither true nor false is reported", () => {
  const primitive = resolvePrimitive(traceContains({ substring: "x" }));
  expect(primitive.groundTruthProblems("yes")).toEqual(['expected true or false, found "yes"']);
  expect(primitive.groundTruthProblems(false)).toEqual([]);
});
