/** Values that may depend on one another within a cluster. */
export interface ClusteredValues {
  readonly values: ArrayLike<number>;
  /** The cluster of each value, such as its question's id; absent: every value is a cluster of its own. */
  readonly clusters?: ArrayLike<string | number>;
}

/** Clusters in order of first appearance: the sum of the values of each, and how many there are. */
export interface ClusterSums {
  readonly sums: Float64Array;
  readonly sizes: Float64Array;
  /** Σ sums / Σ sizes; null without values. */
  readonly mean: number | null;
}

/** Adds up values by cluster. */
export function sumClusters({ values, clusters }: ClusteredValues): ClusterSums {
  const places = new Map<string | number, number>();
  const sums: number[] = [];
  const sizes: number[] = [];
  let total = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? Number.NaN;
    const cluster = clusters?.[at] ?? at;
    const place = places.get(cluster) ?? places.size;
    places.set(cluster, place);
    sums[place] = (sums[place] ?? 0) + value;
    sizes[place] = (sizes[place] ?? 0) + 1;
    total += value;
  }
  return {
    sums: Float64Array.from(sums),
    sizes: Float64Array.from(sizes),
    mean: values.length === 0 ? null : total / values.length,
  };
}
