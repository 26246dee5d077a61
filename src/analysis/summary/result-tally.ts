import type { CountedResult } from "./counted-result.ts";
import { type CategoryFailures, failureList } from "./failure-list.ts";
import { type PairNumbers, type PairTally, pairTally, type TallyParts } from "./pair-tally.ts";
import { type ReplicateNumbers, type ReplicateTally, replicateTally } from "./replicate-tally.ts";

/** One answering model with one judge. */
export interface PairSummary extends PairNumbers {
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  /** What replicates say; null where no question has two verdicts. */
  readonly replicates: ReplicateNumbers | null;
}

/** Results in numbers: questions, or turns of walks. */
export interface ResultNumbers {
  /** In order of first appearance. */
  readonly pairs: readonly PairSummary[];
  readonly overall: PairNumbers;
  /** Why results are no pass, most frequent category first. */
  readonly failures: readonly CategoryFailures[];
}

/** Results at zero, with at most so many failures per category and unstable questions listed. */
export function resultTally(
  parts: TallyParts,
  listed: { readonly failures: number; readonly unstable: number },
): { add(result: CountedResult, cluster: string): void; numbers(): ResultNumbers } {
  const overall = pairTally(parts);
  const failures = failureList(listed.failures);
  const pairs = new Map<
    string,
    Pick<PairSummary, "answering" | "parsing"> & {
      readonly tally: PairTally;
      readonly replicates: ReplicateTally;
    }
  >();
  // one text for each cluster: all tallies then look for the same, which is found faster
  const clusters = new Map<string, string>();
  return {
    add(result, clusterText) {
      const known = clusters.get(clusterText);
      if (known === undefined) clusters.set(clusterText, clusterText);
      const cluster = known ?? clusterText;
      const { answering, parsing } = result;
      const key = `${answering.length} ${answering}${parsing}`;
      let pair = pairs.get(key);
      if (pair === undefined) {
        const replicates = replicateTally(listed.unstable);
        pair = { answering, parsing, tally: pairTally(parts), replicates };
        pairs.set(key, pair);
      }
      pair.tally.add(result, cluster);
      if (result.scenarioId === null) pair.replicates.add(result);
      overall.add(result, cluster);
      failures.add(result);
    },
    numbers: () => ({
      pairs: [...pairs.values()].map(({ answering, parsing, tally, replicates }) => ({
        answering,
        parsing,
        ...tally.numbers(),
        replicates: replicates.numbers(),
      })),
      overall: overall.numbers(),
      failures: failures.categories(),
    }),
  };
}
