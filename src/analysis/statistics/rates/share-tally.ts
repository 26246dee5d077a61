import { byCluster } from "../by-cluster.ts";
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
  const names = new Map<string, number>();
  // how many there were in all, and of each name by its place
  const clusters = byCluster((): { of: number; readonly counts: number[] } => ({ of: 0, counts: [] }));
  const share = (name: string) => {
    const at = names.get(name) ?? -1;
    return clusteredRate(Array.from(clusters.all(), ({ of, counts }) => ({ passed: counts[at] ?? 0, of })));
  };
  return {
    add(name, cluster) {
      let at = names.get(name);
      if (at === undefined) {
        at = names.size;
        names.set(name, at);
      }
      const found = clusters.of(cluster);
      found.of++;
      while (found.counts.length < at) found.counts.push(0);
      found.counts[at] = (found.counts[at] ?? 0) + 1;
    },
    share,
    interval: (name) => share(name).interval,
  };
}
