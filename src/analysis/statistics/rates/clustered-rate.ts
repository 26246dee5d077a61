import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";
import { effectiveSize } from "./effective-size.ts";
import { wilsonInterval } from "./wilson.ts";

/** Trials that may depend on one another, such as the replicates of a question. */
export interface ClusterCount {
  readonly passed: number;
  /** Trials; a cluster of none counts for nothing. */
  readonly of: number;
}

/** A rate over clusters of trials. */
export interface ClusteredRate {
  readonly passed: number;
  readonly of: number;
  /** Clusters with a trial. */
  readonly clusters: number;
  /** `passed / of`; null without trials. */
  readonly rate: number | null;
  /** Cluster-robust: `√(G/(G−1) · Σ(x_c − p·n_c)²) / n`; null with fewer than two clusters. */
  readonly standardError: number | null;
  /** How many independent trials these are worth, see `effectiveSize`; `of` where every cluster has one. */
  readonly effectiveSize: number;
  /** The Wilson interval of the rate at that number of trials; null without trials. */
  readonly interval: Interval | null;
}

/**
 * A pass rate whose trials come in clusters: a question's replicates, or the questions of one author. Its interval is
 * Wilson's at the number of independent trials that the clustered ones are worth, so it holds the rate and stays in
 * 0..1. With one trial in every cluster it is Wilson's.
 *
 * @example
 * clusteredRate([{ passed: 3, of: 3 }, { passed: 0, of: 3 }]).effectiveSize // 2: replicates that agree tell nothing new
 */
export function clusteredRate(
  clusters: Iterable<ClusterCount>,
  options: IntervalOptions = {},
): ClusteredRate {
  const level = levelOf(options);
  const counted = [...clusters].filter(({ of }) => of > 0);
  const sumOf = (part: (cluster: ClusterCount) => number) =>
    counted.reduce((sum, cluster) => sum + part(cluster), 0);
  const passed = sumOf((cluster) => cluster.passed);
  const n = sumOf((cluster) => cluster.of);
  const count = counted.length;
  if (n === 0)
    return { passed, of: 0, clusters: 0, rate: null, standardError: null, effectiveSize: 0, interval: null };
  const rate = passed / n;
  const squaredErrors = sumOf((cluster) => (cluster.passed - rate * cluster.of) ** 2);
  const squaredSizes = sumOf((cluster) => cluster.of ** 2);
  const size = effectiveSize(
    { n, clusters: count, squaredSizes, squaredErrors, variance: rate * (1 - rate) },
    level,
  );
  return {
    passed,
    of: n,
    clusters: count,
    rate,
    standardError: count < 2 ? null : Math.sqrt((count / (count - 1)) * squaredErrors) / n,
    effectiveSize: size,
    interval: wilsonInterval(passed === n ? size : rate * size, size, { level }),
  };
}
