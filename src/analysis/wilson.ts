/** A range for a share, both ends in 0..1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95% of the standard normal distribution. */
const z95 = 1.959963984540054;

/**
 * The Wilson score interval of a binomial share, without continuity correction (E. B. Wilson, "Probable inference, the
 * law of succession, and statistical inference", J. Amer. Statist. Assoc. 22, 1927, 209–212):
 * `(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)`. It takes the trials as independent, which replicates of one
 * question are not. Null without trials.
 *
 * @example
 * wilsonInterval(81, 263) // { low: 0.2553…, high: 0.3662… }
 */
export function wilsonInterval(successes: number, trials: number, z: number = z95): Interval | null {
  if (!(trials > 0)) return null;
  const share = successes / trials;
  const spread = z * z;
  const centre = share + spread / (2 * trials);
  const margin = z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials * trials));
  const scale = 1 + spread / trials;
  return {
    // at the ends the formula gives exactly 0 and 1, which floating point may miss by a hair
    low: successes === 0 ? 0 : Math.max(0, (centre - margin) / scale),
    high: successes === trials ? 1 : Math.min(1, (centre + margin) / scale),
  };
}
