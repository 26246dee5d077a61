import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { metricTrait } from "./author.ts";
import { ConfusionLists, computeMetrics } from "./scores.ts";

const all = metricTrait({
  name: "m",
  evaluationMode: "full_matrix",
  metrics: ["precision", "recall", "specificity", "accuracy", "f1"],
  tpInstructions: ["a"],
  tnInstructions: ["b"],
});

const sized = (tp: number, fp: number, fn: number, tn: number): ConfusionLists => {
  const list = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
  return { tp: list(tp), fp: list(fp), fn: list(fn), tn: list(tn) };
};

test("all five metrics", () => {
  const { metrics } = computeMetrics(all, sized(3, 1, 2, 4));
  expect(metrics).toEqual({
    precision: 3 / 4,
    recall: 3 / 5,
    specificity: 4 / 5,
    accuracy: 7 / 10,
    f1: expect.closeTo(2 / 3, 12),
  });
});

test("a denominator of zero gives zero", () => {
  expect(computeMetrics(all, ConfusionLists.parse({})).metrics).toEqual({
    precision: 0,
    recall: 0,
    specificity: 0,
    accuracy: 0,
    f1: 0,
  });
  expect(computeMetrics(all, sized(0, 0, 3, 0)).metrics).toMatchObject({ precision: 0, f1: 0 });
});

test("only what is asked for is computed", () => {
  const trait = metricTrait({ name: "m", metrics: ["recall"], tpInstructions: ["a"] });
  expect(computeMetrics(trait, sized(1, 0, 1, 0)).metrics).toEqual({ recall: 0.5 });
});

test("every metric lies in 0..1, and f1 between precision and recall", () => {
  fc.assert(
    fc.property(fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(9)), ([tp, fp, fn, tn]) => {
      const { metrics } = computeMetrics(all, sized(tp, fp, fn, tn));
      for (const value of Object.values(metrics)) expect(value >= 0 && value <= 1).toBe(true);
      const { precision = 0, recall = 0, f1 = 0 } = metrics;
      expect(f1).toBeLessThanOrEqual(Math.max(precision, recall) + 1e-12);
      expect(f1).toBeGreaterThanOrEqual(Math.min(precision, recall) - 1e-12);
    }),
  );
});

describe("repeats", () => {
  const found = { tp: [" BCL2", "bcl2", "BAX", "", "  "], fp: ["bcl2"], fn: [], tn: [] };

  test("repeated_extraction true removes them within a list, keeping the first as it is", () => {
    const { lists, metrics } = computeMetrics(all, found);
    expect(lists).toEqual({ tp: [" BCL2", "BAX"], fp: ["bcl2"], fn: [], tn: [] });
    expect(metrics.precision).toBe(2 / 3);
  });

  test("repeated_extraction false counts the lists as they are", () => {
    const { lists, metrics } = computeMetrics({ ...all, repeatedExtraction: false }, found);
    expect(lists).toEqual(found);
    expect(metrics.precision).toBe(5 / 6);
  });
});
