import { incompleteBeta } from "../distributions/incomplete-beta.ts";

/**
 * The exact test of McNemar (Q. McNemar, Psychometrika 12, 1947; exact by the binomial distribution): of the pairs in
 * which just one side passed, was it as likely either? The two-sided p value is
 * `min(1, 2 · P(X ≤ min(onlyA, onlyB)))` with X binomial of `onlyA + onlyB` trials at one half; 1 without such pairs.
 * It takes pairs as independent: with replicates see `signFlipTest`.
 *
 * @param onlyA pairs in which A passed and B did not
 * @param onlyB pairs in which B passed and A did not
 * @example
 * mcnemarExact(2, 10) // 0.03857421875
 */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  const trials = onlyA + onlyB;
  const fewer = Math.min(onlyA, onlyB);
  if (2 * fewer === trials) return 1;
  if (trials <= mostCounted) return countWays(trials, fewer) / 2 ** (trials - 1);
  return Math.min(1, 2 * incompleteBeta(0.5, trials - fewer, fewer + 1));
}

/** Of so many trials the ways of passing are whole numbers that are held exactly. */
const mostCounted = 50;

/** The ways to pass in at most so many of the trials. */
function countWays(trials: number, most: number): number {
  let ways = 1;
  let sum = 1;
  for (let passed = 1; passed <= most; passed++) {
    ways = (ways * (trials - passed + 1)) / passed;
    sum += ways;
  }
  return sum;
}
