import { describe, expect, it } from "vitest";
import { propertyRuns } from "../../../base/testing/property-runs.ts";
import { cohenKappa, judgeTable, type LabelledValue, predictionPowered, roganGladen } from "../../index.ts";
import { simulateCalibration, simulatedCases } from "./testing/simulate.ts";

const plain = (judge: number, person: number, count = 1): readonly LabelledValue[] =>
  Array.from({ length: count }, () => ({ judge, person, weight: 1, stratum: "" }));

describe("roganGladen", () => {
  it("gives the prevalence of the example of epiR::epi.prev: 23 of 150 cows, sensitivity 96 %, specificity 89 %", () => {
    const known = 1e9;
    const found = roganGladen({
      judged: { share: 23 / 150, of: 150 },
      truePositive: { share: 0.96, of: known },
      trueNegative: { share: 0.89, of: known },
    });
    expect(found?.value).toBeCloseTo(0.051, 4);
  });

  it("has the interval of Lang and Reiczigel, worked out term by term", () => {
    // by hand: z² = 3.8415; AP' = (60 + 1.9207)/203.8415 = 0.303769; Se' = 91/102; Sp' = 81/102; P' = 0.142205
    const found = roganGladen({
      judged: { share: 0.3, of: 200 },
      truePositive: { share: 0.9, of: 100 },
      trueNegative: { share: 0.8, of: 100 },
    });
    const z = 1.959963984540054;
    const ap = (60 + (z * z) / 2) / (200 + z * z);
    const [se, sp] = [91 / 102, 81 / 102];
    const p = (ap + sp - 1) / (se + sp - 1);
    const shift = 2 * z * z * ((p * se * (1 - se)) / 102 - ((1 - p) * sp * (1 - sp)) / 102);
    const variance =
      ((ap * (1 - ap)) / (200 + z * z) +
        (p * p * se * (1 - se)) / 102 +
        ((1 - p) ** 2 * sp * (1 - sp)) / 102) /
      (se + sp - 1) ** 2;
    expect(found?.value).toBeCloseTo(1 / 7, 12);
    expect(found?.interval.low).toBeCloseTo(Math.max(0, p + shift - z * Math.sqrt(variance)), 12);
    expect(found?.interval.high).toBeCloseTo(p + shift + z * Math.sqrt(variance), 12);
  });

  it("says nothing of a judge that does no better than chance", () => {
    const chance = { share: 0.5, of: 100 };
    expect(roganGladen({ judged: { share: 0.4, of: 100 }, truePositive: chance, trueNegative: chance })).toBe(
      null,
    );
  });
});

describe("predictionPowered", () => {
  const judged = [...new Array(70).fill(1), ...new Array(30).fill(0)];
  const labelled = [...plain(1, 1, 12), ...plain(1, 0, 4), ...plain(0, 0, 7), ...plain(0, 1, 1)].map(
    (one) => ({
      ...one,
      weight: 100 / 24,
    }),
  );

  it("is what the judge says, less how far it is off on the labels, with λ 1; the mean of labels with λ 0", () => {
    expect(predictionPowered({ judged, labelled }, { lambda: 1 })?.value).toBeCloseTo(0.7 - 3 / 24, 12);
    expect(predictionPowered({ judged, labelled }, { lambda: 0 })?.value).toBeCloseTo(13 / 24, 12);
  });

  it("takes as λ the slope of what persons say on what the judge says, which makes the interval shortest", () => {
    const found = predictionPowered({ judged, labelled });
    expect(found?.lambda).toBeCloseTo(12 / 16 - 1 / 8, 12);
    for (const lambda of [0, 0.3, 0.9, 1])
      expect(predictionPowered({ judged, labelled }, { lambda })?.standardError).toBeGreaterThan(
        (found?.standardError ?? 0) * 0.999,
      );
  });

  it("is Rogan and Gladen's estimate with λ of 1/(TPR + TNR − 1)", () => {
    const gain = 12 / 13 + 7 / 11 - 1;
    const corrected = roganGladen({
      judged: { share: 0.7, of: 100 },
      truePositive: { share: 12 / 13, of: 13 },
      trueNegative: { share: 7 / 11, of: 11 },
    });
    const { value } = predictionPowered({ judged, labelled }, { lambda: 1 / gain }) ?? {};
    expect(value).toBeCloseTo(corrected?.value ?? 0, 12);
  });

  it("is the rate that persons found where all is labelled, with an interval like Wilson's", () => {
    const all = [...plain(1, 1, 60), ...plain(1, 0, 10), ...plain(0, 0, 30)];
    const found = predictionPowered({ judged, labelled: all });
    expect(found?.value).toBeCloseTo(0.6, 12);
    expect(found?.interval?.low).toBeCloseTo(0.502, 2); // Wilson: 0.5020 to 0.6906
    expect(found?.interval?.high).toBeCloseTo(0.6906, 2);
    expect(found?.moreLabels).toBe(null);
  });

  it("weighs strata, and says how many more labels halve the interval", () => {
    const many = [...new Array(700).fill(1), ...new Array(9300).fill(0)];
    const strata: readonly LabelledValue[] = [
      ...plain(1, 1, 20).map((one) => ({ ...one, weight: 700 / 25, stratum: "yes" })),
      ...plain(1, 0, 5).map((one) => ({ ...one, weight: 700 / 25, stratum: "yes" })),
      ...plain(0, 0, 90).map((one) => ({ ...one, weight: 93, stratum: "no" })),
      ...plain(0, 1, 10).map((one) => ({ ...one, weight: 93, stratum: "no" })),
    ];
    const found = predictionPowered({ judged: many, labelled: strata });
    expect(found?.value).toBeCloseTo(0.07 * 0.8 + 0.93 * 0.1, 12);
    const more = found?.moreLabels ?? 0;
    const wide = (found?.interval?.high ?? 0) - (found?.interval?.low ?? 0);
    const times = (125 + more) / 125;
    const again = strata.flatMap((one) =>
      new Array(Math.round(times)).fill({ ...one, weight: one.weight / Math.round(times) }),
    );
    const { interval } = predictionPowered({ judged: many, labelled: again }) ?? {};
    const ratio = ((interval?.high ?? 0) - (interval?.low ?? 0)) / wide;
    expect(ratio).toBeGreaterThan(0.45);
    expect(ratio).toBeLessThan(0.55);
  });

  it("corrects means of scores", () => {
    const scores = Array.from({ length: 40 }, (_, at) => 1 + (at % 5));
    const some = scores
      .slice(0, 20)
      .map((judge, at) => ({ judge, person: judge - (at % 2), weight: 2, stratum: "" }));
    const found = predictionPowered({ judged: scores, labelled: some }, { lambda: 1 });
    expect(found?.value).toBeCloseTo(2.5, 12);
    expect(found?.interval?.low).toBeLessThan(2.5);
  });
});

describe("judgeTable", () => {
  it("has the κ of Cohen with even weights, and rates of either sort", () => {
    const labels = [...plain(1, 1, 45), ...plain(1, 0, 15), ...plain(0, 1, 25), ...plain(0, 0, 15)];
    const found = judgeTable(labels);
    const kappa = cohenKappa(labels.map(({ judge, person }) => [judge, person] as const));
    // the table of Wikipedia's article on Cohen's kappa, κ = 0.1304
    expect(found.kappa.value).toBeCloseTo(0.1304, 4);
    expect(found.kappa.value).toBeCloseTo(kappa.value ?? 0, 12);
    expect(found.truePositive.value).toBeCloseTo(45 / 70, 12);
    expect(found.trueNegative.value).toBeCloseTo(0.5, 12);
    expect(found.agreement.value).toBeCloseTo(0.6, 12);
    expect(found.kappa.interval?.low).toBeCloseTo(kappa.interval?.low ?? 0, 1);
    expect(found.kappa.interval?.high).toBeCloseTo(kappa.interval?.high ?? 0, 1);
  });

  it("weighs what labels stand for", () => {
    const labels: readonly LabelledValue[] = [
      { judge: 1, person: 1, weight: 9, stratum: "a" },
      { judge: 0, person: 1, weight: 1, stratum: "b" },
    ];
    const { truePositive, trueNegative, kappa } = judgeTable(labels);
    expect(truePositive.value).toBeCloseTo(0.9, 12);
    expect(trueNegative).toEqual({ value: null, interval: null });
    expect(kappa.value).toBeCloseTo(0, 12);
  });
});

describe("corrected intervals", () => {
  it.each(simulatedCases.filter((_, at) => at % 5 === 0 || at % 5 === 2))(
    "hold the truth as often as they say: $drawn, $labels of $answers",
    (one) => {
      const draws = propertyRuns(100);
      const found = simulateCalibration(one, draws);
      // 95 % within five standard errors of the count of draws; 2,000 draws stay within 93 and 97 %
      const slack = 5 * Math.sqrt((0.95 * 0.05) / draws) + 0.02;
      for (const share of [found.predictionPowered, found.roganGladen])
        expect(share).toBeGreaterThan(0.95 - slack);
      if (one.truth === 0.8) expect(found.raw).toBeLessThan(0.75);
    },
  );
});
