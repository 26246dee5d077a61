import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomWords } from "../resampling/random-words.ts";
import { signFlipTest } from "../resampling/sign-flip.ts";
import { holmAdjust } from "./holm.ts";
import { mcnemarExact } from "./mcnemar.ts";
import { type PairedCount, pairedDifference } from "./paired-difference.ts";
import { pairedPower } from "./power.ts";

const pairs = (both: number, onlyA: number, onlyB: number, neither: number): PairedCount => ({
  both,
  onlyA,
  onlyB,
  neither,
});

/** The same pairs, each a cluster of its own. */
const singles = ({ both, onlyA, onlyB, neither }: PairedCount): readonly PairedCount[] => [
  ...Array<PairedCount>(both).fill(pairs(1, 0, 0, 0)),
  ...Array<PairedCount>(onlyA).fill(pairs(0, 1, 0, 0)),
  ...Array<PairedCount>(onlyB).fill(pairs(0, 0, 1, 0)),
  ...Array<PairedCount>(neither).fill(pairs(0, 0, 0, 1)),
];

describe("mcnemarExact", () => {
  // statsmodels 0.15 mcnemar(exact=True)
  it.each([
    [2, 10, 0.03857421875],
    [0, 5, 0.0625],
    [20, 30, 0.20263875106454066],
    [20, 31, 0.16077960181198847],
    [12, 20, 0.21532714972272515],
    [150, 200, 0.008720036530555947],
    [1000, 1200, 2.1817026407914194e-5],
    [3, 3, 1],
    [3, 4, 1],
    [0, 0, 1],
  ])("of %d and %d", (onlyA, onlyB, pValue) => {
    expect(Math.abs(mcnemarExact(onlyA, onlyB) / pValue - 1)).toBeLessThan(1e-9);
    expect(mcnemarExact(onlyB, onlyA)).toBe(mcnemarExact(onlyA, onlyB));
  });

  it("is the sign-flip test of single pairs", () => {
    const values = [1, 1, 1, 1, 1, 1, 1, -1, -1];
    expect(mcnemarExact(2, 7)).toBeCloseTo(signFlipTest({ values }).pValue, 12);
  });
});

describe("pairedDifference", () => {
  // method 10 of Newcombe 1998 written anew in Python on statsmodels' Wilson intervals
  it.each<[PairedCount, number, number]>([
    [pairs(20, 12, 2, 16), 0.056156424841748265, 0.3292069954001405],
    [pairs(43, 0, 1, 0), -0.11807709698213287, 0.05971800835089891],
    [pairs(36, 12, 2, 0), 0.05692958400323869, 0.3404276029749407],
    [pairs(2, 14, 1, 18), 0.16843249901225618, 0.5404933200868146],
    [pairs(0, 29, 1, 0), 0.6665921801718164, 0.988182819236775],
  ])("of %o", (counts, low, high) => {
    const { interval } = pairedDifference(singles(counts));
    expect(interval?.high).toBeCloseTo(-low, 12);
    expect(interval?.low).toBeCloseTo(-high, 12);
  });

  it("takes replicates that agree for one pair", () => {
    const once = [
      pairs(1, 0, 0, 0),
      pairs(0, 1, 0, 0),
      pairs(0, 0, 1, 0),
      pairs(0, 1, 0, 0),
      pairs(0, 0, 0, 1),
    ];
    const thrice = once.map(({ both, onlyA, onlyB, neither }) =>
      pairs(3 * both, 3 * onlyA, 3 * onlyB, 3 * neither),
    );
    const found = pairedDifference(thrice);
    expect(found).toMatchObject({ n: 15, clusters: 5, difference: -0.2 });
    expect(found.effectiveSize).toBeCloseTo(5, 9);
    expect(found.interval?.low).toBeCloseTo(pairedDifference(once).interval?.low ?? 0, 9);
  });

  it("holds the difference and stays within its bounds", () => {
    const count = fc.nat({ max: 4 });
    const cluster = fc.tuple(count, count, count, count).map((four) => pairs(...four));
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 1, maxLength: 10 }), (clusters) => {
        const { difference, interval } = pairedDifference(clusters);
        if (difference === null) return;
        expect(interval?.low).toBeGreaterThanOrEqual(-1);
        expect(interval?.low).toBeLessThanOrEqual(difference + 1e-12);
        expect(interval?.high).toBeGreaterThanOrEqual(difference - 1e-12);
        expect(interval?.high).toBeLessThanOrEqual(1);
      }),
    );
    expect(pairedDifference([])).toMatchObject({ n: 0, difference: null, interval: null });
  });

  it.each([
    [60, 1],
    [30, 4],
  ])("covers the true difference over %d questions of %d replicates", (questions, replicates) => {
    const random = randomWords(23);
    const chance = () => random.next() / 2 ** 32;
    let covered = 0;
    const runs = 400;
    for (let run = 0; run < runs; run++) {
      const clusters = Array.from({ length: questions }, () => {
        const [a, b] = random.below(2) === 0 ? [0.9, 0.8] : [0.3, 0.6];
        const four = [0, 0, 0, 0];
        for (let one = 0; one < replicates; one++) {
          const place = (chance() < (a ?? 0) ? 0 : 2) + (chance() < (b ?? 0) ? 0 : 1);
          four[place] = (four[place] ?? 0) + 1;
        }
        const [both = 0, onlyA = 0, onlyB = 0, neither = 0] = four;
        return pairs(both, onlyA, onlyB, neither);
      });
      const { interval } = pairedDifference(clusters);
      if (interval !== null && interval.low <= 0.1 && 0.1 <= interval.high) covered++;
    }
    expect(covered / runs).toBeGreaterThan(0.92);
    expect(covered / runs).toBeLessThan(0.99);
  });
});

describe("holmAdjust", () => {
  // statsmodels 0.15 multipletests(method="holm")
  it("is Holm's step-down method", () => {
    const adjusted = holmAdjust([0.01, 0.04, 0.03, 0.005, 0.2, 0.04]);
    [0.05, 0.12, 0.12, 0.03, 0.2, 0.12].forEach((wanted, at) => {
      expect(adjusted[at]).toBeCloseTo(wanted, 12);
    });
    expect(holmAdjust([])).toEqual([]);
  });
});

describe("pairedPower", () => {
  it("is the standard error under no difference times both quantiles", () => {
    const values = [0, 0, 1, -1, 1, 0, 0, 0, 1, 0];
    const found = pairedPower({ values });
    expect(found.minimumDetectableEffect).toBeCloseTo(0.5603170436225937, 12);
    expect(found).toMatchObject({ clustersNeeded: 79, clustersMissing: 69 });
  });

  it("is unknown without a difference", () => {
    expect(pairedPower({ values: [0, 0] }).minimumDetectableEffect).toBeNull();
    expect(pairedPower({ values: [1, -1] })).toMatchObject({ clustersNeeded: null });
    expect(pairedPower({ values: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1] }).clustersMissing).toBe(0);
  });

  it("finds a difference of that size about as often as it says", () => {
    const random = randomWords(31);
    const share = 0.3;
    const effect = (1.959963984540054 + 0.8416212335729143) * Math.sqrt(share / 200);
    let found = 0;
    const runs = 1000;
    for (let run = 0; run < runs; run++) {
      let onlyA = 0;
      let onlyB = 0;
      for (let one = 0; one < 200; one++) {
        const drawn = random.next() / 2 ** 32;
        if (drawn < (share - effect) / 2) onlyA++;
        else if (drawn < share) onlyB++;
      }
      if (mcnemarExact(onlyA, onlyB) <= 0.05) found++;
    }
    expect(found / runs).toBeGreaterThan(0.74);
    expect(found / runs).toBeLessThan(0.88);
  });
});
