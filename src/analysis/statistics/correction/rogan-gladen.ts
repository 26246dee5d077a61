import { normalQuantile } from "../distributions/normal.ts";
import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";

/** A share of so many trials; both may be what weighted or clustered trials are worth. */
export interface ShareOfTrials {
  readonly share: number;
  /** Above 0. */
  readonly of: number;
}

/** What a judge said, and how it does where the truth is known. */
export interface JudgedRates {
  /** The share that it passes. */
  readonly judged: ShareOfTrials;
  /** What it passes of what is to pass: its sensitivity. */
  readonly truePositive: ShareOfTrials;
  /** What it fails of what is to fail: its specificity. */
  readonly trueNegative: ShareOfTrials;
}

/** An estimate with its interval. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * The rate that persons would find, from the rate that a judge finds and how often it errs:
 * `(p + TNR − 1)/(TPR + TNR − 1)`, cut to 0..1 (W. J. Rogan and B. Gladen, "Estimating prevalence from the results of a
 * screening test", Am. J. Epidemiol. 107, 1978, 71–76). The interval is that of Z. Lang and J. Reiczigel, "Confidence
 * limits for prevalence of disease adjusted for estimated sensitivity and specificity", Prev. Vet. Med. 113, 2014,
 * 13–22, equations 4, 6, 7, 16 and 17 (with `(1 − P)²` in 4, where print has a plus): the formula at `n + z²` and
 * `n + 2` trials, moved by `2z²(P·TPR(1 − TPR)/n − (1 − P)·TNR(1 − TNR)/n)`. It takes the three as independent, as they
 * are where the judge was calibrated on other answers than it judged here (on some of the same, the estimate is that of
 * `predictionPowered` with a λ of 1/(TPR + TNR − 1), exactly, and so is its interval); it is widened to the estimate where that
 * lies outside. Null where the judge does no better than chance: then nothing can be worked out from what it says.
 *
 * @example
 * roganGladen({
 *   judged: { share: 0.8, of: 500 },
 *   truePositive: { share: 0.9, of: 100 },
 *   trueNegative: { share: 0.7, of: 100 },
 * })?.value // 0.8333…
 */
export function roganGladen(
  { judged, truePositive, trueNegative }: JudgedRates,
  options: IntervalOptions = {},
): Estimate | null {
  const z = normalQuantile((1 + levelOf(options)) / 2);
  if (!(judged.of > 0 && truePositive.of > 0 && trueNegative.of > 0)) return null;
  if (truePositive.share + trueNegative.share - 1 <= 0) return null;
  const value = within(truthOf(judged.share, truePositive.share, trueNegative.share));
  const p = plus(judged, z * z);
  const sensitivity = plus(truePositive, 2);
  const specificity = plus(trueNegative, 2);
  const gain = sensitivity.share + specificity.share - 1;
  if (gain <= 0) return { value, interval: { low: 0, high: 1 } };
  const centre = truthOf(p.share, sensitivity.share, specificity.share);
  const ofPositive = varianceOf(sensitivity);
  const ofNegative = varianceOf(specificity);
  const shift = 2 * z * z * (centre * ofPositive - (1 - centre) * ofNegative);
  const error = Math.sqrt(varianceOf(p) + centre ** 2 * ofPositive + (1 - centre) ** 2 * ofNegative) / gain;
  const low = within(centre + shift - z * error);
  const high = within(centre + shift + z * error);
  return { value, interval: { low: Math.min(low, value), high: Math.max(high, value) } };
}

const truthOf = (p: number, sensitivity: number, specificity: number): number =>
  (p + specificity - 1) / (sensitivity + specificity - 1);

/** As many trials more, half of which pass. */
const plus = ({ share, of }: ShareOfTrials, more: number): ShareOfTrials => ({
  share: (share * of + more / 2) / (of + more),
  of: of + more,
});

const varianceOf = ({ share, of }: ShareOfTrials): number => (share * (1 - share)) / of;

const within = (share: number): number => Math.min(1, Math.max(0, share));
