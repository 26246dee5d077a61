/** Something of each cluster, in order of first appearance. */
export interface ByCluster<Kept> {
  /** What is kept of a cluster, made when it is first asked for. */
  of(cluster: string): Kept;
  all(): Iterable<Kept>;
  readonly size: number;
}

/** Keeps something of each cluster. Results of one question follow one another: the cluster that was asked for last is not looked for. */
export function byCluster<Kept>(make: (place: number) => Kept): ByCluster<Kept> {
  const kept = new Map<string, Kept>();
  let last: string | undefined;
  let found: Kept | undefined;
  return {
    of(cluster) {
      if (cluster === last && found !== undefined) return found;
      let known = kept.get(cluster);
      if (known === undefined) {
        known = make(kept.size);
        kept.set(cluster, known);
      }
      last = cluster;
      found = known;
      return known;
    },
    all: () => kept.values(),
    get size() {
      return kept.size;
    },
  };
}
