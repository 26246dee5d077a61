import { describe, expect, it } from "vitest";
import { bootstrapMean } from "./bootstrap.ts";
import { randomWords, wordsFrom } from "./random-words.ts";
import { signFlipTest } from "./sign-flip.ts";

const drawn = (words: { next(): number }, count: number) => Array.from({ length: count }, () => words.next());

describe("randomWords", () => {
  // the reference code of xoshiro128** 1.1, compiled from C, and its seeding likewise
  it("is the published generator", () => {
    expect(drawn(wordsFrom([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
    expect(drawn(randomWords(42), 6)).toEqual([
      2837322924, 544945897, 479756282, 3500138142, 339756180, 113173290,
    ]);
  });

  it("draws every number below a bound about as often", () => {
    const counts = new Uint32Array(7);
    const random = randomWords(3);
    for (let at = 0; at < 70_000; at++) {
      const place = random.below(7);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(400);
  });
});

describe("bootstrapMean", () => {
  const values = [3, 4, 5, 4, 2, 5, 1, 3, 4, 4, 5, 2, 3, 3, 4];

  // numpy 2: two million draws, np.quantile at Φ(±√(15/14)·t)
  it("is the expanded percentile interval of the mean", () => {
    const { mean, interval, n, clusters } = bootstrapMean({ values });
    expect({ n, clusters }).toEqual({ n: 15, clusters: 15 });
    expect(mean).toBeCloseTo(52 / 15, 12);
    expect(Math.abs((interval?.low ?? 0) - 2.8)).toBeLessThan(0.07);
    expect(Math.abs((interval?.high ?? 0) - 4.0667)).toBeLessThan(0.07);
  });

  it("repeats with its seed and differs with another", () => {
    const options = { resamples: 200 };
    expect(bootstrapMean({ values }, options)).toEqual(bootstrapMean({ values }, options));
    expect(bootstrapMean({ values }, { ...options, seed: 1 }).interval).not.toEqual(
      bootstrapMean({ values }, { ...options, seed: 2 }).interval,
    );
  });

  it("does not take replicates for new questions", () => {
    const fourTimes = values.flatMap((value) => [value, value, value, value]);
    const clusters = fourTimes.map((_value, at) => Math.floor(at / 4));
    expect(bootstrapMean({ values: fourTimes, clusters }).interval).toEqual(
      bootstrapMean({ values }).interval,
    );
  });

  it("says nothing where there is one cluster or nothing varies", () => {
    expect(bootstrapMean({ values: [] })).toEqual({ n: 0, clusters: 0, mean: null, interval: null });
    expect(bootstrapMean({ values: [1, 2], clusters: ["a", "a"] }).interval).toBeNull();
    expect(bootstrapMean({ values: [4, 4, 4] })).toMatchObject({ mean: 4, interval: null });
  });

  it("covers the mean of skewed values", () => {
    const random = randomWords(11);
    let covered = 0;
    const runs = 200;
    for (let run = 0; run < runs; run++) {
      // exponential, with the mean 1
      const sample = Float64Array.from({ length: 25 }, () => -Math.log((random.next() + 1) / 2 ** 32));
      const { interval } = bootstrapMean({ values: sample }, { resamples: 600, seed: run });
      if (interval !== null && interval.low <= 1 && 1 <= interval.high) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.88);
    expect(covered / runs).toBeLessThan(0.98);
  });
});

describe("signFlipTest", () => {
  // scipy 1.17 permutation_test(permutation_type="samples"): all of them, and of the last 999,999
  it.each([
    [[0.5, -0.2, 0.1, 0.8, 0, 0.3, -0.1, 0.4, 0.6, -0.3], 0.125],
    [[1, 1, 0, -1, 1, 0, 1, 1, 1, -1, 0, 1], 0.1796875],
    [[1, 1, 1, 1, 1], 0.0625],
  ])("of few differences counts all ways", (values, pValue) => {
    expect(signFlipTest({ values })).toMatchObject({ pValue, exact: true });
  });

  it("of many draws", () => {
    const values = [
      0.596, 1.072, 0.58, -1.053, 1.155, 0.696, -0.287, 0.831, 0.615, 0.544, 0.278, 0.797, -0.486, 0.087,
      -0.232, 0.849, 0.29, -0.042, -0.532, -0.007, 0.258, -0.026, 1.544, 1.257, -2.461, -1.639, 0.075, -0.172,
      0.464, 0.467, 2.368, -0.862, -0.128, 2.293, 0.897, 0.913, -0.264, -1.398, 0.417, 0.359,
    ];
    const { pValue, exact, flips } = signFlipTest({ values });
    expect({ exact, flips }).toEqual({ exact: false, flips: 10_000 });
    expect(Math.abs(pValue - 0.098174)).toBeLessThan(0.009);
    expect(signFlipTest({ values: values.map(Math.abs) }).pValue).toBe(1 / 10_001);
  });

  it("draws the same of whole numbers, which are added many at once, as of their halves", () => {
    const random = randomWords(7);
    for (const count of [21, 32, 64, 95, 700]) {
      const values = Array.from({ length: count }, () => 2 * random.below(3) - 1);
      const { pValue, flips } = signFlipTest({ values }, { resamples: 2000 });
      expect(flips).toBe(2000);
      expect(pValue).toBe(signFlipTest({ values: values.map((one) => one / 2) }, { resamples: 2000 }).pValue);
    }
  });

  it("flips clusters, not replicates, and is sure of nothing without differences", () => {
    const values = [1, 1, 1, 1, 1, 1];
    expect(signFlipTest({ values, clusters: ["a", "a", "a", "b", "b", "b"] }).pValue).toBe(0.5);
    expect(signFlipTest({ values: [0, 0] }).pValue).toBe(1);
    expect(signFlipTest({ values: [] }).pValue).toBe(1);
  });

  it("rejects what is alike no more often than it may", () => {
    const random = randomWords(5);
    let rejected = 0;
    for (let run = 0; run < 1000; run++) {
      const values = Float64Array.from({ length: 12 }, () => (random.next() - random.next()) / 2 ** 32);
      if (signFlipTest({ values }).pValue <= 0.05) rejected++;
    }
    expect(rejected).toBeGreaterThan(30);
    expect(rejected).toBeLessThan(70);
  });
});
