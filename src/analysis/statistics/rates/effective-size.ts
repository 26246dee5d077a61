import { studentTQuantile } from "../distributions/student-t.ts";

/** What clusters of trials say about a total over them. */
export interface ClusterSpread {
  /** Trials in all. */
  readonly n: number;
  /** Clusters with a trial. */
  readonly clusters: number;
  /** Σ n_c², over the trials of each cluster. */
  readonly squaredSizes: number;
  /** Σ e_c², e_c the sum of a cluster's deviations from the mean. */
  readonly squaredErrors: number;
  /** Variance of one trial if trials were independent, such as p(1−p). */
  readonly variance: number;
}

/**
 * The number of independent trials that clustered ones are worth:
 * `n* = n / D · (t_{n−1} / t_{G−1})²`, with the design effect
 * `D = (G/(G−1) · Σe_c²) / (n/(n−1) · n·variance)` and t the quantiles of Student's t at the level. This is the
 * effective sample size of E. L. Korn and B. I. Graubard, "Confidence intervals for proportions with small expected
 * number of positive counts estimated from survey data", Survey Methodology 24, 1998, 193–201, with the
 * cluster-robust variance `Σe_c²/n²` of E. Miller, "Adding Error Bars to Evals", arXiv:2411.00640, 2024, section 2.2.
 * The degrees of freedom make it honest where there are few clusters.
 *
 * It is bounded: never above n, for replicates tell nothing more than new questions would, and never below
 * `n²/Σn_c²`, which is the number of clusters where they are equally large: replicates can depend on one another
 * completely and not more. Where nothing varies, it is that bound. Where every cluster has one trial, it is n.
 */
export function effectiveSize(spread: ClusterSpread, level: number): number {
  const { n, clusters, squaredSizes, squaredErrors, variance } = spread;
  const least = (n * n) / squaredSizes;
  if (clusters === n || clusters < 2 || variance <= 0) return least;
  const designEffect = ((clusters / (clusters - 1)) * squaredErrors * (n - 1)) / (n * n * variance);
  if (designEffect <= 0) return n;
  const tail = (1 + level) / 2;
  const shrunk = (studentTQuantile(tail, n - 1) / studentTQuantile(tail, clusters - 1)) ** 2;
  return Math.min(n, Math.max(least, (n / designEffect) * shrunk));
}
