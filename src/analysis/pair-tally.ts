import {
  hadTemplate,
  lacksInfrastructure,
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  passShare,
  type VerificationResult,
} from "../result/index.ts";
import type { Interval } from "./statistics/interval.ts";
import { wilsonInterval } from "./statistics/rates/wilson.ts";
import { rubricTally } from "./traits/rubric-tally.ts";
import type { TraitDefinition } from "./traits/trait-definitions.ts";
import type { TraitSummary } from "./traits/trait-tally.ts";

/** A pass rate with its denominator and a 95% Wilson interval. */
export interface PassRate {
  readonly passed: number;
  /** Pass, wrong and no answer. Failures of judge or infrastructure, broken templates and unscored results are never in it. */
  readonly of: number;
  /** Null when `of` is 0. */
  readonly rate: number | null;
  readonly interval: Interval | null;
}

/** Partial credit of verified templates that give a number. */
interface GranularScore {
  /** Results with a number. */
  readonly n: number;
  /** Null when `n` is 0. */
  readonly mean: number | null;
  /** Scores of at least 1. */
  readonly full: number;
  /** Scores between 0 and 1. */
  readonly partial: number;
  /** Scores of 0 or less. */
  readonly none: number;
}

/** Input and output tokens. */
interface TokenCount {
  readonly input: number;
  readonly output: number;
}

/** Results in numbers: one pair of models, or all of them. */
export interface PairNumbers {
  readonly results: number;
  readonly outcomes: OutcomeCounts;
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
  /** Results whose token counts the provider did not send: their zeros are unknowns. */
  readonly usageUnavailable: number;
  /** Seconds of pipeline time: sum, and per result (null without results). */
  readonly executionTime: { readonly total: number; readonly mean: number | null };
  /** Results that infrastructure failed, as a whole or in a check or traits they go without; see `lacksInfrastructure`. */
  readonly lackingInfrastructure: number;
  /** Results whose traits were judged. */
  readonly rubricEvaluated: number;
  /** Results without a template to verify: in mode `rubric_only`, and of questions that have only traits. */
  readonly nothingToVerify: number;
  /** In order of first appearance. */
  readonly traits: readonly TraitSummary[];
}

/** Adds up results one at a time. */
export interface PairTally {
  add(result: VerificationResult): void;
  numbers(): PairNumbers;
}

const answerKey = "answer_generation";

/** Counts results in memory that grows with the number of traits only. */
export function pairTally(definitions: ReadonlyMap<string, TraitDefinition>): PairTally {
  let results = 0;
  const outcomes = noOutcomes();
  const granular = { n: 0, sum: 0, full: 0, partial: 0, none: 0 };
  const answer = { input: 0, output: 0 };
  const judge = { input: 0, output: 0 };
  const spent = { input: 0, output: 0 };
  let cost: number | null = null;
  let usageUnavailable = 0;
  let lackingInfrastructure = 0;
  let seconds = 0;
  const verdicts = noOutcomes();
  let nothingToVerify = 0;
  let rubricEvaluated = 0;
  const traits = rubricTally(definitions);

  const addScore = (score: number) => {
    granular.n++;
    granular.sum += score;
    granular[score >= 1 ? "full" : score > 0 ? "partial" : "none"]++;
  };

  return {
    add(result) {
      const { template, rubric, metadata, stages } = result;
      results++;
      outcomes[outcomeOf(result)]++;
      if (hadTemplate(result)) verdicts[outcomeOf(result)]++;
      else nothingToVerify++;
      if (lacksInfrastructure(result)) lackingInfrastructure++;
      seconds += metadata.executionTime;
      if (rubric !== null) traits.add(rubric);
      if (rubric?.rubricEvaluationPerformed || rubric?.agenticTraitScores) rubricEvaluated++;
      const score = template?.verifyGranularResult;
      if (template?.templateVerificationPerformed && typeof score === "number") addScore(score);
      if (template?.usageUnavailable) usageUnavailable++;
      for (const [key, usage] of Object.entries(template?.usageMetadata ?? {})) {
        if (key === "total") continue;
        const part = key === answerKey ? answer : judge;
        part.input += usage.inputTokens;
        part.output += usage.outputTokens;
      }
      for (const stage of stages) {
        spent.input += stage.inputTokens;
        spent.output += stage.outputTokens;
        if (stage.costUsd !== null) cost = (cost ?? 0) + stage.costUsd;
      }
    },
    numbers: () => ({
      results,
      outcomes: { ...outcomes },
      passRate: passRate(verdicts),
      granular: {
        n: granular.n,
        mean: granular.n === 0 ? null : granular.sum / granular.n,
        full: granular.full,
        partial: granular.partial,
        none: granular.none,
      },
      tokens: { answer: { ...answer }, judge: { ...judge } },
      spent: { ...spent },
      costUsd: cost,
      usageUnavailable,
      lackingInfrastructure,
      executionTime: { total: seconds, mean: results === 0 ? null : seconds / results },
      rubricEvaluated,
      nothingToVerify,
      traits: traits.traits(),
    }),
  };
}

function passRate(outcomes: OutcomeCounts): PassRate {
  const share = passShare(outcomes);
  return { ...share, interval: wilsonInterval(share.passed, share.of) };
}
