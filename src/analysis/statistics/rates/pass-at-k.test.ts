import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusteredRate } from "./clustered-rate.ts";
import { passAtK, passOfK, passPowerK } from "./pass-at-k.ts";

describe("pass@k and pass^k", () => {
  // the code printed in Chen et al. 2021, figure 3, and Python's math.comb
  it.each([
    [5, 1, 3, 0.6, 0],
    [10, 3, 2, 0.5333333333333332, 0.06666666666666667],
    [200, 13, 100, 0.9999194971988055, 0],
    [200, 13, 1, 0.065, 0.065],
    [8, 8, 4, 1, 1],
  ])("of %d answers with %d passes and k = %d", (n, c, k, any, all) => {
    expect(passAtK(n, c, k)).toBeCloseTo(any, 12);
    expect(passPowerK(n, c, k)).toBeCloseTo(all, 12);
  });

  it("are not defined for more answers than there are", () => {
    expect([
      passAtK(3, 1, 4),
      passPowerK(3, 1, 4),
      passAtK(3, 1, 0),
      passOfK([{ passed: 1, of: 1 }], 2),
    ]).toEqual([null, null, null, null]);
  });

  it("frame the rate: pass^k ≤ pass^1 = c/n = pass@1 ≤ pass@k", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(), fc.nat(), (n, first, second) => {
        const c = first % (n + 1);
        const k = 1 + (second % n);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passPowerK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passAtK(n, c, k)).toBeGreaterThanOrEqual(c / n - 1e-12);
        expect(passPowerK(n, c, k)).toBeLessThanOrEqual(c / n + 1e-12);
      }),
    );
  });

  it("are means over questions, which for k = 1 is the clustered rate", () => {
    const questions = [
      { passed: 3, of: 4 },
      { passed: 0, of: 4 },
      { passed: 4, of: 4 },
      { passed: 1, of: 4 },
    ];
    const one = passOfK(questions, 1);
    const { rate, interval } = clusteredRate(questions);
    expect(one?.passAtK).toBeCloseTo(rate ?? -1, 12);
    expect(one?.passPowerKInterval?.low).toBeCloseTo(interval?.low ?? -1, 9);
    const two = passOfK([...questions, { passed: 1, of: 1 }], 2);
    expect(two).toMatchObject({ k: 2, questions: 4 });
    expect(two?.passAtK).toBeCloseTo((1 + 0 + 1 + 0.5) / 4, 12);
    expect(two?.passPowerK).toBeCloseTo((0.5 + 0 + 1 + 0) / 4, 12);
    expect(two?.passAtKInterval?.low).toBeLessThan(two?.passAtK ?? 0);
    expect(two?.passAtKInterval?.high).toBeGreaterThan(two?.passAtK ?? 1);
  });
});
