import { byCluster } from "../by-cluster.ts";
import { studentTQuantile } from "../distributions/student-t.ts";
import { type Interval, levelOf } from "../interval.ts";
import { bootstrapInterval, isAlike, type ResampleOptions } from "./bootstrap.ts";

/** A mean of values in clusters. */
export interface MeanNumbers {
  readonly n: number;
  /** Clusters with a value, usually questions. */
  readonly clusters: number;
  /** Null without values. */
  readonly mean: number | null;
  /** Null with fewer than two clusters, and where all have the same mean. */
  readonly interval: Interval | null;
}

/** Adds up values by cluster, in memory that grows with the number of clusters. */
export interface MeanTally {
  add(value: number, cluster: string): void;
  numbers(): MeanNumbers;
}

/** More clusters than this have the interval of the normal approximation, which there is the bootstrap's to three digits. */
const mostDrawn = 1000;
const drawsOfMean = 2000;

/**
 * Means as summaries and comparisons have them: up to 1,000 clusters with the interval of `bootstrapMean` of 2,000
 * draws; with more, where drawing takes long and tells the same, `mean ± t_{G−1}·SE` with the cluster-robust
 * `SE = √(G/(G−1) · Σ(s_c − mean·n_c)²) / n`.
 */
export function meanTally(options: ResampleOptions = {}): MeanTally {
  const places = byCluster((place) => place);
  const sums: number[] = [];
  const sizes: number[] = [];
  let total = 0;
  let n = 0;

  const intervalOf = (mean: number): Interval | null => {
    if (isAlike(sums, sizes)) return null;
    if (sums.length <= mostDrawn) {
      return bootstrapInterval(Float64Array.from(sums), Float64Array.from(sizes), {
        resamples: drawsOfMean,
        ...options,
      });
    }
    const squares = sums.reduce((sum, one, place) => sum + (one - mean * (sizes[place] ?? 0)) ** 2, 0);
    const error = Math.sqrt((sums.length / (sums.length - 1)) * squares) / n;
    const reach = error * studentTQuantile((1 + levelOf(options)) / 2, sums.length - 1);
    return { low: mean - reach, high: mean + reach };
  };

  return {
    add(value, cluster) {
      const place = places.of(cluster);
      sums[place] = (sums[place] ?? 0) + value;
      sizes[place] = (sizes[place] ?? 0) + 1;
      total += value;
      n++;
    },
    numbers() {
      if (n === 0) return { n: 0, clusters: 0, mean: null, interval: null };
      const mean = total / n;
      return { n, clusters: sums.length, mean, interval: intervalOf(mean) };
    },
  };
}
