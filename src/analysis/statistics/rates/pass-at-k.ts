import type { Interval, IntervalOptions } from "../interval.ts";
import { type ClusterCount, clusteredRate } from "./clustered-rate.ts";

/**
 * pass@k of one question: how likely it is that at least one of k answers passes, `1 − C(n−c, k)/C(n, k)` of n
 * answers with c passes, without bias (M. Chen et al., "Evaluating Large Language Models Trained on Code",
 * arXiv:2107.03374, 2021, equation 1), as a product that does not overflow. Null where k is above n or below 1.
 *
 * @example
 * passAtK(5, 1, 3) // 0.6
 */
export function passAtK(n: number, c: number, k: number): number | null {
  if (k < 1 || k > n) return null;
  if (n - c < k) return 1;
  let none = 1;
  for (let i = n - c + 1; i <= n; i++) none *= 1 - k / i;
  return 1 - none;
}

/**
 * pass^k of one question: how likely it is that all of k answers pass, `C(c, k)/C(n, k)` of n answers with c passes,
 * without bias (S. Yao et al., "τ-bench", arXiv:2406.12045, 2024, section 3). Null where k is above n or below 1.
 *
 * @example
 * passPowerK(5, 4, 2) // 0.6
 */
export function passPowerK(n: number, c: number, k: number): number | null {
  if (k < 1 || k > n) return null;
  let all = 1;
  for (let i = 0; i < k; i++) all *= Math.max(0, c - i) / (n - i);
  return all;
}

/** A measure of k answers, as the mean over questions. */
export interface PassOfK {
  readonly k: number;
  /** Questions with at least k answers; others are left out. */
  readonly questions: number;
  readonly passAtK: number;
  readonly passAtKInterval: Interval | null;
  readonly passPowerK: number;
  readonly passPowerKInterval: Interval | null;
}

/**
 * pass@k and pass^k as means over questions, for one k; null where no question has k answers. Each question counts
 * alike. The intervals are those of `clusteredRate` over clusters of the mean number of answers a question has, with
 * its measure as the share that passed.
 *
 * @example
 * passOfK([{ passed: 1, of: 2 }, { passed: 2, of: 2 }], 2)?.passPowerK // 0.5
 */
export function passOfK(
  questions: Iterable<ClusterCount>,
  k: number,
  options: IntervalOptions = {},
): PassOfK | null {
  const counted = [...questions].filter(({ of }) => of >= k);
  if (k < 1 || counted.length === 0) return null;
  const answers = counted.reduce((sum, { of }) => sum + of, 0) / counted.length;
  const meanOf = (measure: typeof passAtK) =>
    clusteredRate(
      counted.map(({ passed, of }) => ({ passed: answers * (measure(of, passed, k) ?? 0), of: answers })),
      options,
    );
  const any = meanOf(passAtK);
  const all = meanOf(passPowerK);
  return {
    k,
    questions: counted.length,
    passAtK: any.rate ?? 0,
    passAtKInterval: any.interval,
    passPowerK: all.rate ?? 0,
    passPowerKInterval: all.interval,
  };
}
