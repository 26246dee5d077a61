import { describe, expect, it } from "vitest";
import { randomWords } from "../resampling/random-words.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { rawAgreement } from "./raw-agreement.ts";

const few = { resamples: 200 };

describe("Cohen's κ, against scikit-learn 1.9 cohen_kappa_score", () => {
  const first = [1, 2, 3, 3, 2, 1, 4, 4, 2, 3, 1, 1, 2, 4, 3];
  const second = [1, 2, 3, 2, 2, 1, 4, 3, 2, 4, 1, 2, 2, 4, 1];
  const ratings = first.map((one, at) => [one, second[at] ?? null] as const);

  it.each([
    ["none", 0.5535714285714286],
    ["linear", 0.6666666666666667],
    ["quadratic", 0.7701149425287356],
  ] as const)("with weights %s", (weights, value) => {
    const found = cohenKappa([...ratings, [3, null]], { ...few, weights });
    expect(found.items).toBe(15);
    expect(found.value).toBeCloseTo(value, 12);
    expect(found.interval?.low).toBeLessThan(value);
    expect(found.interval?.high).toBeGreaterThan(value);
  });

  it("counts what lies between categories by all that are named", () => {
    const apart = [
      [1, 5],
      [5, 1],
      [1, 1],
      [5, 5],
      [1, 5],
    ] as const;
    const all = [...apart, [3, 3]] as const;
    const named = cohenKappa(all, { ...few, weights: "linear", categories: [1, 2, 3, 4, 5] });
    const found = cohenKappa(all, { ...few, weights: "linear" });
    expect(named.value).toBeCloseTo(found.value ?? Number.NaN, 12);
  });
});

describe("Fleiss' κ", () => {
  // the example of the article of 1971 as it is commonly retold, ten items and fourteen raters: 0.210; statsmodels 0.15 fleiss_kappa
  it("is the published value", () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const ratings = counts.map((row) =>
      row.flatMap((count, category) => Array<number>(count).fill(category)),
    );
    expect(fleissKappa(ratings, few).value).toBeCloseTo(0.20993070442195522, 12);
  });
});

describe("Krippendorff's α", () => {
  // the example of Krippendorff 2011, section C: 0.743 nominal, 0.815 ordinal, 0.849 interval; the package krippendorff 0.9
  const byRater = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ];
  const ratings = byRater[0]?.map((_value, item) => byRater.map((row) => row[item] ?? null)) ?? [];

  it.each([
    ["nominal", 0.743421052631579],
    ["ordinal", 0.8153875037548814],
    ["interval", 0.8491071428571428],
  ] as const)("with the metric %s is the published value", (metric, value) => {
    const found = krippendorffAlpha(ratings, { ...few, metric });
    expect(found.items).toBe(11);
    expect(found.value).toBeCloseTo(value, 12);
    expect(found.interval?.low).toBeLessThan(value);
  });
});

describe("measures of agreement", () => {
  const measures = [rawAgreement, fleissKappa, krippendorffAlpha];

  it("are 1 where raters agree on more than one value, without an interval", () => {
    const alike = [
      ["a", "a"],
      ["b", "b"],
      ["a", "a"],
    ];
    for (const measure of measures) {
      expect(measure(alike, few)).toEqual({ items: 3, value: 1, interval: null });
    }
  });

  it("are not defined without items of two values, and beyond raw agreement with one value alone", () => {
    expect(
      measures.map(
        (measure) =>
          measure(
            [
              ["a", null],
              [null, null],
            ],
            few,
          ).value,
      ),
    ).toEqual([null, null, null]);
    const one = [
      ["a", "a"],
      ["a", "a"],
    ];
    expect(measures.map((measure) => measure(one, few).value)).toEqual([1, null, null]);
    expect(cohenKappa([["a", "a"]], few).value).toBeNull();
  });

  it("lie within their intervals, also where all draws lie on one side", () => {
    const ranks = Array.from({ length: 8 }, (_, at) => [at, at === 7 ? 8 : at]);
    const alpha = krippendorffAlpha(ranks, { metric: "ordinal", resamples: 1000 });
    const likely = Array.from({ length: 60 }, (_, at) => [at % 30, (at + 1) % 30]);
    for (const { value, interval } of [alpha, fleissKappa(likely, few)]) {
      expect(interval?.low).toBeLessThanOrEqual(value ?? Number.NaN);
      expect(interval?.high).toBeGreaterThanOrEqual(value ?? Number.NaN);
    }
  });

  it("are about 0 for raters that guess, and their intervals say so", () => {
    const random = randomWords(2);
    let covered = 0;
    for (let run = 0; run < 100; run++) {
      const ratings = Array.from({ length: 60 }, () => [random.below(2), random.below(2), random.below(2)]);
      const { interval } = krippendorffAlpha(ratings, { resamples: 300, seed: run });
      if (interval !== null && interval.low <= 0 && 0 <= interval.high) covered++;
    }
    expect(covered / 100).toBeGreaterThan(0.88);
    expect(covered / 100).toBeLessThan(0.995);
  });
});
