import { type FailureCategory, noOutcomes, Outcome, type OutcomeCounts } from "../../result/index.ts";
import type { Grouper, Grouping } from "../grouping/grouping.ts";
import type { Interval } from "../statistics/interval.ts";
import { type ShareTally, shareTally } from "../statistics/rates/share-tally.ts";
import { type MeanTally, meanTally } from "../statistics/resampling/mean-tally.ts";
import { rubricTally } from "../traits/rubric-tally.ts";
import type { TraitDefinition } from "../traits/trait-definitions.ts";
import type { TraitSummary } from "../traits/trait-tally.ts";
import { type AgentNumbers, agentTally } from "./agent-tally.ts";
import { type Breakdown, breakdownTally } from "./breakdown-tally.ts";
import type { CountedResult, TokenCount } from "./counted-result.ts";
import { type PassRate, rateTally } from "./rate-tally.ts";

/** Partial credit of verified templates that give a number. */
interface GranularScore {
  /** Results with a number. */
  readonly n: number;
  /** Null when `n` is 0. */
  readonly mean: number | null;
  /** 95%, see `meanTally`; null with fewer than two questions, and where the questions have the same mean. */
  readonly interval: Interval | null;
  /** Scores of at least 1. */
  readonly full: number;
  /** Scores between 0 and 1. */
  readonly partial: number;
  /** Scores of 0 or less. */
  readonly none: number;
}

/** Results in numbers: one pair of models, or all of them. */
export interface PairNumbers {
  readonly results: number;
  readonly outcomes: OutcomeCounts;
  /** 95 % intervals of the share of all results that each outcome has, see `clusteredRate`; null without results. */
  readonly outcomeIntervals: { readonly [Name in Outcome]: Interval | null };
  readonly passRate: PassRate;
  readonly granular: GranularScore;
  /**
   * Tokens the results rest on, from `usageMetadata`: generating the answers, and everything else. An answer shared by
   * several judges counts for each of them.
   */
  readonly tokens: { readonly answer: TokenCount; readonly judge: TokenCount };
  /** Tokens really spent, from the stages: a shared answer counts once. */
  readonly spent: TokenCount;
  /** In US dollars, over the stages that know their cost; null when none does. */
  readonly costUsd: number | null;
  /** Results of which `costUsd` holds everything: no stage, and no call told otherwise, is without a price. */
  readonly costKnown: number;
  /** Results whose token counts the provider did not send: their zeros are unknowns. */
  readonly usageUnavailable: number;
  /** Results taken over from earlier runs, and of the others those whose answer was, and replies of the store: nothing of that is in `spent` and `costUsd`. */
  readonly reused: { readonly results: number; readonly answers: number; readonly replies: number };
  /** Seconds of pipeline time: sum, and per result of which nothing was taken over (null without any). */
  readonly executionTime: { readonly total: number; readonly mean: number | null };
  readonly agents: AgentNumbers;
  /** Results that infrastructure failed, as a whole or in a check or traits they go without; see `lacksInfrastructure`. */
  readonly lackingInfrastructure: number;
  /** Results whose traits were judged. */
  readonly rubricEvaluated: number;
  /** Results without a template to verify: in mode `rubric_only`, and of questions that have only traits. */
  readonly nothingToVerify: number;
  /** Why results are no pass, by category, most frequent first; a category without a result has no entry. */
  readonly failureCategories: readonly { readonly category: FailureCategory; readonly count: number }[];
  /** By keyword, length of the question, and what else was asked for. */
  readonly breakdowns: readonly Breakdown[];
  /** In order of first appearance. */
  readonly traits: readonly TraitSummary[];
}

/** Adds up results one at a time. */
export interface PairTally {
  /** `cluster` is what results that depend on one another share: usually their question. */
  add(result: CountedResult, cluster: string): void;
  numbers(): PairNumbers;
}

/** What results are counted with. */
export interface TallyParts {
  readonly definitions: ReadonlyMap<string, TraitDefinition>;
  readonly grouper: Grouper;
  readonly groupings: readonly Grouping[];
}

/** Counts results in memory that grows with the number of traits, and of questions with their groups. */
export function pairTally({ definitions, grouper, groupings }: TallyParts): PairTally {
  let results = 0;
  const outcomes = noOutcomes();
  const granular = { mean: meanTally(), full: 0, partial: 0, none: 0 };
  const shares = shareTally();
  const rate = rateTally();
  const breakdown = breakdownTally(groupings, grouper);
  const categories = new Map<FailureCategory, number>();
  const answer = { input: 0, output: 0 };
  const judge = { input: 0, output: 0 };
  const spent = { input: 0, output: 0 };
  let cost: number | null = null;
  let costKnown = 0;
  let usageUnavailable = 0;
  let lackingInfrastructure = 0;
  const reused = { results: 0, answers: 0, replies: 0 };
  const seconds = { total: 0, whole: 0, results: 0 };
  let nothingToVerify = 0;
  let rubricEvaluated = 0;
  const traits = rubricTally(definitions);
  const agents = agentTally();

  const meanSeconds = () => (seconds.results === 0 ? null : seconds.whole / seconds.results);

  const addScore = (score: number, cluster: string) => {
    granular.mean.add(score, cluster);
    granular[score >= 1 ? "full" : score > 0 ? "partial" : "none"]++;
  };

  return {
    add(result, cluster) {
      const { outcome, failure, executionTime, rubric } = result;
      results++;
      outcomes[outcome]++;
      shares.add(outcome, cluster);
      if (!result.hadTemplate) nothingToVerify++;
      rate.add(result, cluster);
      breakdown.add(result, cluster);
      if (failure !== null) categories.set(failure.category, (categories.get(failure.category) ?? 0) + 1);
      if (result.lacksInfrastructure) lackingInfrastructure++;
      seconds.total += executionTime;
      reused.replies += result.storedReplies;
      if (result.reused !== null) reused[result.reused === "result" ? "results" : "answers"]++;
      if (result.isWholeWork) {
        seconds.whole += executionTime;
        seconds.results++;
      }
      if (rubric !== null) traits.add(rubric, cluster);
      if (rubric?.isEvaluated) rubricEvaluated++;
      if (result.granular !== null) addScore(result.granular, cluster);
      if (result.usageUnavailable) usageUnavailable++;
      addTokens(answer, result.tokens.answer);
      addTokens(judge, result.tokens.judge);
      addTokens(spent, result.spent);
      for (const one of result.costs) cost = (cost ?? 0) + one;
      if (result.isCostKnown) costKnown++;
      agents.add(result);
    },
    numbers: () => ({
      results,
      outcomes: { ...outcomes },
      outcomeIntervals: outcomeIntervals(shares),
      passRate: rate.passRate(),
      granular: {
        ...scoreNumbers(granular.mean),
        full: granular.full,
        partial: granular.partial,
        none: granular.none,
      },
      tokens: { answer: { ...answer }, judge: { ...judge } },
      spent: { ...spent },
      costUsd: cost,
      costKnown,
      usageUnavailable,
      agents: agents.numbers(),
      lackingInfrastructure,
      reused: { ...reused },
      executionTime: { total: seconds.total, mean: meanSeconds() },
      rubricEvaluated,
      nothingToVerify,
      failureCategories: [...categories]
        .map(([category, count]) => ({ category, count }))
        .sort((left, right) => right.count - left.count),
      breakdowns: breakdown.breakdowns(),
      traits: traits.traits(),
    }),
  };
}

function addTokens(sum: { input: number; output: number }, { input, output }: TokenCount): void {
  sum.input += input;
  sum.output += output;
}

function outcomeIntervals(shares: ShareTally): PairNumbers["outcomeIntervals"] {
  const intervals = Outcome.options.map((outcome) => [outcome, shares.interval(outcome)]);
  // Object.fromEntries forgets the literal keys of the list
  return Object.fromEntries(intervals) as Record<Outcome, Interval | null>;
}

function scoreNumbers(tally: MeanTally): Pick<GranularScore, "n" | "mean" | "interval"> {
  const { n, mean, interval } = tally.numbers();
  return { n, mean, interval };
}
