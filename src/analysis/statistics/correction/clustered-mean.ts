import { effectiveSize } from "../rates/effective-size.ts";
import { sumClusters } from "../resampling/cluster-sums.ts";

/** The mean of values that may come in clusters, and how many independent ones they are worth, see `effectiveSize`. */
export function clusteredMean(
  values: ArrayLike<number>,
  clusters: ArrayLike<string | number> | undefined,
): { readonly mean: number; readonly effectiveSize: number } {
  const n = values.length;
  const { sums, sizes, mean } = sumClusters({ values, ...(clusters !== undefined && { clusters }) });
  if (mean === null) return { mean: Number.NaN, effectiveSize: 0 };
  let variance = 0;
  for (let at = 0; at < n; at++) variance += ((values[at] ?? 0) - mean) ** 2 / n;
  const squaredErrors = sums.reduce((sum, one, at) => sum + (one - mean * (sizes[at] ?? 0)) ** 2, 0);
  const squaredSizes = sizes.reduce((sum, size) => sum + size * size, 0);
  const spread = { n, clusters: sums.length, squaredSizes, squaredErrors, variance };
  return { mean, effectiveSize: effectiveSize(spread, 0.95) };
}
