import type { Interval } from "../interval.ts";
import { type ClusteredRate, clusteredRate } from "./clustered-rate.ts";

/** Counts how often each name there was, by cluster. */
export interface ShareTally {
  add(name: string, cluster: string): void;
  /** The share of a name among all that were added; of a name that was not, 0. */
  share(name: string): ClusteredRate;
  /** Its 95 % interval, see `clusteredRate`; null where nothing was added. */
  interval(name: string): Interval | null;
}

/** Shares of names in memory that grows with the number of clusters. */
export function shareTally(): ShareTally {
  const sizes = new Map<string, number>();
  const counts = new Map<string, Map<string, number>>();
  const share = (name: string) => {
    const found = counts.get(name);
    return clusteredRate(Array.from(sizes, ([cluster, of]) => ({ passed: found?.get(cluster) ?? 0, of })));
  };
  return {
    add(name, cluster) {
      sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
      const found = counts.get(name) ?? new Map<string, number>();
      counts.set(name, found.set(cluster, (found.get(cluster) ?? 0) + 1));
    },
    share,
    interval: (name) => share(name).interval,
  };
}
