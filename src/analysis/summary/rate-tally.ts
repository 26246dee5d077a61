import { noOutcomes, passShare } from "../../result/index.ts";
import { byCluster } from "../statistics/by-cluster.ts";
import type { Interval } from "../statistics/interval.ts";
import { clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { passedOf } from "../verdict.ts";
import type { CountedResult } from "./counted-result.ts";

/** A pass rate with its denominator and a 95% interval, see `clusteredRate`. */
export interface PassRate {
  readonly passed: number;
  /** Pass, wrong and no answer. Failures of judge or infrastructure, broken templates and unscored results are never in it. */
  readonly of: number;
  /** Null when `of` is 0. */
  readonly rate: number | null;
  /** Wilson's where every question has one result, else Wilson's at the effective size; null when `of` is 0. */
  readonly interval: Interval | null;
  /** Questions, or clusters of the key that was given, with a result in `of`. */
  readonly clusters: number;
  /** Cluster-robust standard error of the rate; null with fewer than two clusters. */
  readonly standardError: number | null;
  /** How many independent results these are worth. */
  readonly effectiveSize: number;
}

/** Adds up verdicts by cluster, in memory that grows with the number of clusters. */
export interface RateTally {
  add(result: Pick<CountedResult, "hadTemplate" | "outcome">, cluster: string): void;
  passRate(): PassRate;
}

/** Verdicts at zero. */
export function rateTally(): RateTally {
  const verdicts = noOutcomes();
  const clusters = byCluster(() => ({ passed: 0, of: 0 }));
  return {
    add({ hadTemplate, outcome }, cluster) {
      if (!hadTemplate) return;
      verdicts[outcome]++;
      const passed = passedOf(outcome);
      if (passed === null) return;
      const counts = clusters.of(cluster);
      counts.passed += passed;
      counts.of++;
    },
    passRate() {
      const { interval, standardError, effectiveSize } = clusteredRate(clusters.all());
      return { ...passShare(verdicts), interval, clusters: clusters.size, standardError, effectiveSize };
    },
  };
}
