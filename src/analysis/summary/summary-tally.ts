import type { Rubric } from "../../rubric/index.ts";
import {
  type ClusterBy,
  checkBreakdowns,
  createGrouper,
  type Grouper,
  type Grouping,
  type QuestionFacts,
} from "../grouping/grouping.ts";
import { traitDefinitions } from "../traits/trait-definitions.ts";
import type { CountedResult } from "./counted-result.ts";
import { type CategoryFailures, failureList } from "./failure-list.ts";
import { type ModelDifference, modelDifferences } from "./model-differences.ts";
import { type PairNumbers, type PairTally, pairTally } from "./pair-tally.ts";
import { type ReplicateNumbers, type ReplicateTally, replicateTally } from "./replicate-tally.ts";
import { type RunFacts, runFacts } from "./run-facts.ts";

/** What is broken down where nothing else is asked for. */
export const usualGroupings: readonly Grouping[] = ["keyword", "author", "length"];

/** One answering model with one judge. */
export interface PairSummary extends PairNumbers {
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  /** What replicates say; null where no question has two verdicts. */
  readonly replicates: ReplicateNumbers | null;
}

/** A run in numbers. */
export interface RunSummary {
  /** Which questions, models and replicates there are. */
  readonly run: RunFacts;
  /** In order of first appearance. */
  readonly pairs: readonly PairSummary[];
  readonly overall: PairNumbers;
  /** Each of two to four answering models with each later one, over what both have; `compareModels` says more. */
  readonly differences: readonly ModelDifference[];
  /** Why results are no pass, most frequent category first. */
  readonly failures: readonly CategoryFailures[];
}

/** How to summarise. */
export interface SummaryOptions {
  /** Failures listed per category; further ones are only counted. Default 100. */
  readonly failuresPerCategory?: number;
  /**
   * The rubrics the results were judged by, the benchmark's and the questions': they know the scales of scores, the class
   * names of literal traits that are not an LLM's, and whether more is better.
   */
  readonly rubrics?: readonly Rubric[];
  /** The questions of the benchmark, for what results do not hold of them: author and custom properties. */
  readonly questions?: Iterable<QuestionFacts>;
  /** What the intervals take as one piece of evidence. Default `question`: replicates of one are not independent. */
  readonly cluster?: ClusterBy;
  /** What results are broken down by. Default keyword, author and length of the question. */
  readonly breakdowns?: readonly Grouping[];
  /** How many tasks the run has, as its log says: fewer results are of a run that did not end. Default: not known. */
  readonly tasks?: number | null;
  /** Unstable questions listed per pair of models. Default 20. */
  readonly unstableQuestions?: number;
}

/** Failures listed per category where nobody says how many. */
export const usualFailures = 100;

/** Adds up the results of a run. */
interface SummaryTally {
  readonly grouper: Grouper;
  /** `cluster` is what results that depend on one another share: usually their question. */
  add(result: CountedResult, cluster: string): void;
  summary(): RunSummary;
}

/** A summary of nothing yet. Its memory grows with the number of questions and models, not with that of results. */
export function summaryTally(options: Omit<SummaryOptions, "cluster">): SummaryTally {
  const groupings = options.breakdowns ?? usualGroupings;
  checkBreakdowns(groupings);
  const grouper = createGrouper(options.questions);
  const parts = {
    definitions: traitDefinitions(options.rubrics ?? []),
    grouper,
    groupings,
  };
  const overall = pairTally(parts);
  const failures = failureList(options.failuresPerCategory ?? usualFailures);
  const facts = runFacts(options.tasks ?? null);
  const differences = modelDifferences();
  const pairs = new Map<
    string,
    {
      readonly answering: string;
      readonly parsing: string;
      readonly tally: PairTally;
      readonly replicates: ReplicateTally;
    }
  >();
  // one text for each cluster: all tallies then look for the same, which is found faster
  const clusters = new Map<string, string>();
  return {
    grouper,
    add(result, clusterText) {
      const known = clusters.get(clusterText);
      if (known === undefined) clusters.set(clusterText, clusterText);
      const cluster = known ?? clusterText;
      const { answering, parsing } = result;
      const key = `${answering.length} ${answering}${parsing}`;
      let pair = pairs.get(key);
      if (pair === undefined) {
        const replicates = replicateTally(options.unstableQuestions ?? 20);
        pair = { answering, parsing, tally: pairTally(parts), replicates };
        pairs.set(key, pair);
      }
      pair.tally.add(result, cluster);
      pair.replicates.add(result);
      overall.add(result, cluster);
      failures.add(result);
      facts.add(result);
      differences.add(result, cluster);
    },
    summary: () => ({
      run: facts.facts(),
      pairs: [...pairs.values()].map(({ answering, parsing, tally, replicates }) => ({
        answering,
        parsing,
        ...tally.numbers(),
        replicates: replicates.numbers(),
      })),
      overall: overall.numbers(),
      differences: differences.differences(),
      failures: failures.categories(),
    }),
  };
}
