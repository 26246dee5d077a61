import { countOutcomes, hadTemplate, type OutcomeCounts, type PassShare, passShare } from "../outcome.ts";
import { answeringModel, parsingModel } from "../sections/metadata.ts";
import type { VerificationResult } from "../verification-result.ts";
import { type RubricTraitCounts, rubricTraitCounts } from "./rubric-traits.ts";

/** Counts of one combination of answering model and judge. */
interface ComboSummary {
  readonly total: number;
  /** Completed without errors. */
  readonly completed: number;
  readonly templatePass: PassShare;
}

/** A result set in numbers. `analysis` has more, with intervals. */
export interface ResultSetSummary {
  readonly numResults: number;
  /** Completed without errors, right or wrong. */
  readonly numCompleted: number;
  /** Results of questions with a template, verified or not. */
  readonly numWithTemplate: number;
  readonly numWithRubric: number;
  readonly numWithJudgment: number;
  readonly numQuestions: number;
  /** Answering models. */
  readonly numModels: number;
  readonly numParsingModels: number;
  /** Distinct replicate numbers; 0 in a run of one replicate. */
  readonly numReplicates: number;
  /** Sum over results, in seconds. */
  readonly totalExecutionTime: number;
  readonly outcomes: OutcomeCounts;
  readonly templatePass: PassShare;
  /** Null when no result has a rubric. */
  readonly rubricTraits: RubricTraitCounts | null;
  /** By `answering | parsing`. */
  readonly byCombo: { readonly [combo: string]: ComboSummary };
}

/** Counts a set of results. */
export function summarizeSet(results: readonly VerificationResult[]): ResultSetSummary {
  const countDistinct = (value: (result: VerificationResult) => unknown) => new Set(results.map(value)).size;
  const combos = Map.groupBy(
    results,
    ({ metadata }) => `${answeringModel(metadata)} | ${parsingModel(metadata)}`,
  );
  return {
    numResults: results.length,
    numCompleted: countCompleted(results),
    numWithTemplate: results.filter(hadTemplate).length,
    numWithRubric: results.filter(({ rubric }) => rubric?.rubricEvaluationPerformed).length,
    numWithJudgment: results.filter(({ deepJudgment }) => deepJudgment?.deepJudgmentPerformed).length,
    numQuestions: countDistinct(({ metadata }) => metadata.questionId),
    numModels: countDistinct(({ metadata }) => answeringModel(metadata)),
    numParsingModels: countDistinct(({ metadata }) => parsingModel(metadata)),
    numReplicates: new Set(results.flatMap(({ metadata }) => metadata.replicate ?? [])).size,
    totalExecutionTime: results.reduce((sum, { metadata }) => sum + metadata.executionTime, 0),
    outcomes: countOutcomes(results),
    templatePass: passShareOf(results),
    rubricTraits: rubricTraitCounts(results),
    byCombo: Object.fromEntries([...combos].map(([combo, group]) => [combo, summarizeCombo(group)])),
  };
}

const passShareOf = (results: readonly VerificationResult[]): PassShare =>
  passShare(countOutcomes(results.filter(hadTemplate)));

const countCompleted = (results: readonly VerificationResult[]): number =>
  results.filter(({ metadata }) => metadata.completedWithoutErrors).length;

function summarizeCombo(results: readonly VerificationResult[]): ComboSummary {
  return {
    total: results.length,
    completed: countCompleted(results),
    templatePass: passShareOf(results),
  };
}
