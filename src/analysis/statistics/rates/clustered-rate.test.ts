import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomWords } from "../resampling/random-words.ts";
import { clusteredRate } from "./clustered-rate.ts";
import { wilsonInterval } from "./wilson.ts";

const clustersOf = (counts: readonly (readonly [number, number])[]) =>
  counts.map(([passed, of]) => ({ passed, of }));

describe("clusteredRate", () => {
  // statsmodels 0.15 OLS on a constant with cov_type="cluster", without the factor (n−1)/(n−k) of k = 1;
  // the interval with t quantiles of scipy 1.17 and statsmodels' Wilson
  it("agrees with an independent implementation", () => {
    const few = clusteredRate(
      clustersOf([
        [3, 3],
        [0, 3],
        [2, 3],
        [1, 4],
        [2, 2],
        [4, 5],
      ]),
    );
    expect(few).toMatchObject({ passed: 12, of: 20, clusters: 6, rate: 0.6 });
    expect(few.standardError).toBeCloseTo(0.15798734126505196, 12);
    expect(few.effectiveSize).toBeCloseTo(6.710094334362911, 8);
    expect(few.interval?.low).toBeCloseTo(0.2657659410415872, 9);
    expect(few.interval?.high).toBeCloseTo(0.8614209145000913, 9);
    const counts = [1, 2, 3, 2, 1, 3, 2, 4, 0, 2].map((passed) => [passed, 4] as const);
    const ten = clusteredRate(clustersOf(counts));
    expect(ten.effectiveSize).toBeCloseTo(24.59971867771321, 8);
    expect(ten.interval?.low).toBeCloseTo(0.31624282356233996, 9);
    const passes = [2, 2, 2, 1, 1, 1, 4, 4, 0, 0, 0, 0, 3, 3, 3, 3, 3, 3, 3, 3];
    const twenty = clusteredRate(clustersOf(passes.map((passed) => [passed, 4])), { level: 0.9 });
    expect(twenty.effectiveSize).toBeCloseTo(40.77853077973986, 8);
    expect(twenty.interval?.high).toBeCloseTo(0.636404569346004, 9);
  });

  it("is Wilson's where every cluster has one trial, whatever clusters of none there are", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (trials) => {
        const singles = trials.map((passed) => ({ passed: Number(passed), of: 1 }));
        const { passed, of, interval } = clusteredRate([{ passed: 0, of: 0 }, ...singles]);
        expect(interval).toEqual(wilsonInterval(passed, of));
      }),
    );
  });

  it("takes replicates that agree, and rates of 0 and 1, for one trial a cluster", () => {
    const agreeing = clusteredRate(
      clustersOf([
        [5, 5],
        [0, 5],
        [5, 5],
        [5, 5],
      ]),
    );
    expect(agreeing.effectiveSize).toBeCloseTo(4, 10);
    const all = clusteredRate(
      clustersOf([
        [5, 5],
        [5, 5],
        [5, 5],
      ]),
    );
    expect(all.interval).toEqual(wilsonInterval(3, 3));
    expect(clusteredRate(clustersOf([[2, 5]])).effectiveSize).toBe(1);
    expect(clusteredRate(clustersOf([[2, 5]])).standardError).toBeNull();
  });

  it("is nothing without trials", () => {
    expect(clusteredRate([{ passed: 0, of: 0 }])).toEqual({
      passed: 0,
      of: 0,
      clusters: 0,
      rate: null,
      standardError: null,
      effectiveSize: 0,
      interval: null,
    });
  });

  it("holds the rate, is never narrower than Wilson's and never wider than with one trial a cluster", () => {
    const cluster = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.nat()).map(([of, pick]) => ({
      passed: pick % (of + 1),
      of,
    }));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 12 }), (clusters) => {
        const { passed, of, rate, interval, effectiveSize } = clusteredRate(clusters);
        expect(interval?.low).toBeGreaterThanOrEqual(0);
        expect(interval?.low).toBeLessThanOrEqual(rate ?? -1);
        expect(interval?.high).toBeGreaterThanOrEqual(rate ?? 2);
        expect(interval?.high).toBeLessThanOrEqual(1);
        const wilson = wilsonInterval(passed, of);
        expect(interval?.low).toBeLessThanOrEqual((wilson?.low ?? 0) + 1e-12);
        expect(effectiveSize).toBeLessThanOrEqual(of + 1e-9);
        const squares = clusters.reduce((sum, one) => sum + one.of ** 2, 0);
        expect(effectiveSize).toBeGreaterThanOrEqual((of * of) / squares - 1e-9);
      }),
    );
  });

  // questions differ in how hard they are: half are answered well, half badly
  it.each([
    [10, 5],
    [40, 4],
    [100, 2],
  ])("covers the true rate over %d questions of %d replicates", (questions, replicates) => {
    const random = randomWords(7);
    let covered = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const clusters = Array.from({ length: questions }, () => {
        const hardness = random.below(2) === 0 ? 0.9 : 0.3;
        let passed = 0;
        for (let one = 0; one < replicates; one++) if (random.next() / 2 ** 32 < hardness) passed++;
        return { passed, of: replicates };
      });
      const { interval } = clusteredRate(clusters);
      if (interval !== null && interval.low <= 0.6 && 0.6 <= interval.high) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.92);
    expect(covered / runs).toBeLessThan(0.99);
  });
});
