import { incompleteBeta } from "./incomplete-beta.ts";
import { normalQuantile } from "./normal.ts";

/** From here on the normal quantile differs by less than 1e-8. */
const practicallyNormal = 1e9;

/**
 * The quantile of Student's t: the t that a share `p` of the distribution with `df` degrees of freedom lies below. Its
 * tails are `P(|T| > t) = I_{df/(df+t²)}(df/2, 1/2)` (Abramowitz and Stegun 26.7.1), solved by bisection; the relative
 * error is below 1e-9.
 *
 * @param p between 0 and 1
 * @param df above 0, whole or not
 * @example
 * studentTQuantile(0.975, 9) // 2.2621571627982
 */
export function studentTQuantile(p: number, df: number): number {
  if (df >= practicallyNormal) return normalQuantile(p);
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  const bothTails = 2 * (1 - p);
  const tailsOf = (t: number) => incompleteBeta(df / (df + t * t), df / 2, 0.5);
  let high = 1;
  while (high < 1e15 && tailsOf(high) > bothTails) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  for (let step = 0; step < 45; step++) {
    const middle = (low + high) / 2;
    if (tailsOf(middle) > bothTails) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
