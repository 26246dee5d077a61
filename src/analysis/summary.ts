import { answeringModel, parsingModel, type Results } from "../result/index.ts";
import type { Rubric } from "../rubric/index.ts";
import { type CategoryFailures, failureList } from "./failure-list.ts";
import { type PairNumbers, type PairTally, pairTally } from "./pair-tally.ts";
import { traitDefinitions } from "./traits/trait-definitions.ts";

/** One answering model with one judge. */
export interface PairSummary extends PairNumbers {
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
}

/** A run in numbers. */
export interface RunSummary {
  /** In order of first appearance. */
  readonly pairs: readonly PairSummary[];
  readonly overall: PairNumbers;
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
}

/**
 * Summarises results in one pass, in memory that does not grow with their number.
 *
 * @example
 * const { overall } = await summarize(readResultLog("run.jsonl"));
 * console.log(`${overall.passRate.passed} of ${overall.passRate.of} passed`);
 */
export async function summarize(results: Results, options: SummaryOptions = {}): Promise<RunSummary> {
  const definitions = traitDefinitions(options.rubrics ?? []);
  const overall = pairTally(definitions);
  const failures = failureList(options.failuresPerCategory ?? 100);
  const pairs = new Map<
    string,
    { readonly answering: string; readonly parsing: string; readonly tally: PairTally }
  >();
  for await (const result of results) {
    const answering = answeringModel(result.metadata);
    const parsing = parsingModel(result.metadata);
    const key = JSON.stringify([answering, parsing]);
    const pair = pairs.get(key) ?? { answering, parsing, tally: pairTally(definitions) };
    pairs.set(key, pair);
    pair.tally.add(result);
    overall.add(result);
    failures.add(result);
  }
  return {
    pairs: [...pairs.values()].map(({ answering, parsing, tally }) => ({
      answering,
      parsing,
      ...tally.numbers(),
    })),
    overall: overall.numbers(),
    failures: failures.categories(),
  };
}
