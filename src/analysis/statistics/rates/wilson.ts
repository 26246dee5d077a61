import { normalQuantile } from "../distributions/normal.ts";
import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";

/**
 * The Wilson score interval of a binomial share, without continuity correction (E. B. Wilson, "Probable inference, the
 * law of succession, and statistical inference", J. Amer. Statist. Assoc. 22, 1927, 209–212):
 * `(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)`. It takes the trials as independent, which replicates of one
 * question are not: see `clusteredRate`. Null without trials.
 *
 * @param trials above 0; an effective number of trials need not be whole, nor `successes` then
 * @example
 * wilsonInterval(81, 263) // { low: 0.2553…, high: 0.3662… }
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  options: IntervalOptions = {},
): Interval | null {
  const level = levelOf(options);
  if (!(trials > 0)) return null;
  const z = normalQuantile((1 + level) / 2);
  const share = successes / trials;
  const spread = z * z;
  const centre = share + spread / (2 * trials);
  const margin = z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials * trials));
  const scale = 1 + spread / trials;
  return {
    // at the ends the formula gives exactly 0 and 1, and elsewhere it holds the share, which floating point may miss by a hair
    low: successes === 0 ? 0 : Math.min(share, Math.max(0, (centre - margin) / scale)),
    high: successes === trials ? 1 : Math.max(share, Math.min(1, (centre + margin) / scale)),
  };
}
