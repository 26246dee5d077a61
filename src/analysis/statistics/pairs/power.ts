import { normalQuantile } from "../distributions/normal.ts";
import { innerShare } from "../interval.ts";
import { type ClusteredValues, sumClusters } from "../resampling/cluster-sums.ts";

/** What a test is to manage: shares above 0 and below 1. */
export interface PowerOptions {
  /** How often it may find a difference where there is none, two-sided. Default 0.05. */
  readonly alpha?: number;
  /** How often it is to find one that is there. Default 0.8. */
  readonly power?: number;
}

/** What paired differences can tell. */
export interface PairedPower {
  /** The smallest true difference of means that such data would show; null where no pair differs. */
  readonly minimumDetectableEffect: number | null;
  /** Clusters (questions) with which a true difference as large as the one found would show; null where there is none. */
  readonly clustersNeeded: number | null;
  /** How many more than there are. */
  readonly clustersMissing: number | null;
}

/**
 * What paired differences can tell, from how far they scatter: the minimum detectable effect is
 * `(z_{1−α/2} + z_{power}) · √ΣD_c² / n`, D_c the sum of a cluster's differences and n the number of pairs, as in the
 * power analysis of E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024, section 5, with the standard
 * error under the hypothesis of no difference. For pairs of verdicts D_c² counts the discordant ones, so this is the
 * formula of R. J. Connor (Biometrics 43, 1987) without its small second term. A difference d then needs
 * `G · (effect / d)²` clusters.
 *
 * @example
 * pairedPower({ values: [0, 0, 1, -1, 1, 0, 0, 0, 1, 0] }).minimumDetectableEffect // 0.5603…
 */
export function pairedPower(differences: ClusteredValues, options: PowerOptions = {}): PairedPower {
  const alpha = innerShare("alpha", options.alpha ?? 0.05);
  const power = innerShare("power", options.power ?? 0.8);
  const { sums, mean } = sumClusters(differences);
  const squares = sums.reduce((sum, one) => sum + one ** 2, 0);
  if (mean === null || squares === 0)
    return { minimumDetectableEffect: null, clustersNeeded: null, clustersMissing: null };
  const z = normalQuantile(1 - alpha / 2) + normalQuantile(power);
  const effect = (z * Math.sqrt(squares)) / differences.values.length;
  if (mean === 0) return { minimumDetectableEffect: effect, clustersNeeded: null, clustersMissing: null };
  const needed = Math.ceil(sums.length * (effect / mean) ** 2);
  return {
    minimumDetectableEffect: effect,
    clustersNeeded: needed,
    clustersMissing: Math.max(0, needed - sums.length),
  };
}
