import { noOutcomes, type OutcomeCounts } from "../../result/index.ts";
import type { Grouper, Grouping } from "../grouping/grouping.ts";
import { bandPlace } from "../grouping/length-bands.ts";
import type { CountedResult } from "./counted-result.ts";
import { type PassRate, type RateTally, rateTally } from "./rate-tally.ts";

/** Results of one group, such as those of questions with one keyword. */
export interface GroupNumbers {
  readonly group: string;
  readonly results: number;
  readonly outcomes: OutcomeCounts;
  readonly passRate: PassRate;
}

/** Results by group. A question of several keywords is in the group of each; one of none in none. */
export interface Breakdown {
  readonly by: Grouping;
  /** Most results first. */
  readonly groups: readonly GroupNumbers[];
}

/** Adds up results by group. */
export interface BreakdownTally {
  add(result: CountedResult, cluster: string): void;
  /** Those that have a group. */
  breakdowns(): readonly Breakdown[];
}

/** Groups at zero. */
export function breakdownTally(by: readonly Grouping[], grouper: Grouper): BreakdownTally {
  const found = by.map((grouping) => ({ grouping, groups: new Map<string, GroupTally>() }));
  return {
    add(result, cluster) {
      for (const { grouping, groups } of found) {
        for (const group of grouper.groupsOf(result, grouping)) {
          let tally = groups.get(group);
          if (tally === undefined) {
            tally = { results: 0, outcomes: noOutcomes(), rate: rateTally() };
            groups.set(group, tally);
          }
          tally.results++;
          tally.outcomes[result.outcome]++;
          tally.rate.add(result, cluster);
        }
      }
    },
    breakdowns: () =>
      found.flatMap(({ grouping, groups }) =>
        groups.size === 0
          ? []
          : [
              {
                by: grouping,
                groups: [...groups]
                  .map(([group, { results, outcomes, rate }]) => ({
                    group,
                    results,
                    outcomes,
                    passRate: rate.passRate(),
                  }))
                  .sort((left, right) =>
                    grouping === "length"
                      ? bandPlace(left.group) - bandPlace(right.group)
                      : right.results - left.results,
                  ),
              },
            ],
      ),
  };
}

interface GroupTally {
  results: number;
  readonly outcomes: OutcomeCounts;
  readonly rate: RateTally;
}
