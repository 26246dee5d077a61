/**
 * The p values of several tests, adjusted so that a true null hypothesis among them is rejected by chance no more often
 * than alpha: the step-down method of S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J.
 * Statist. 6, 1979, 65–70. The i-th smallest of m is `max over j ≤ i of min(1, (m − j + 1) · p_j)`.
 *
 * @returns in the order of `pValues`
 * @example
 * holmAdjust([0.01, 0.04, 0.03]) // [0.03, 0.06, 0.06]
 */
export function holmAdjust(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length).fill(1);
  const order = pValues.map((p, at) => ({ p, at })).sort((left, right) => left.p - right.p);
  let most = 0;
  for (const [rank, { p, at }] of order.entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - rank) * p));
    adjusted[at] = most;
  }
  return adjusted;
}
