import * as z from "zod";
import { AnyJson, recordOf } from "../../base/index.ts";
import { Excerpt, RejectedExcerpt } from "./excerpt.ts";

const TraitMetadata = z.looseObject({
  /** Of `excerpt_extraction`, `hallucination_assessment`, `reasoning_generation`, `score_extraction`. */
  stagesCompleted: z.array(z.string()).readonly().default([]),
  modelCalls: z.int().default(0),
  hadExcerpts: z.boolean().default(false),
  excerptRetryCount: z.int().default(0),
  excerptValidationFailed: z.boolean().default(false),
  /** Why the trait has no value although evidence was not lacking. */
  error: z.string().nullish(),
});

const TraitRisk = z.looseObject({
  /** The highest of `perExcerptRisks`. */
  overallRisk: z.string(),
  perExcerptRisks: z.array(z.string()).readonly().default([]),
});

/** Evidence and reasoning behind each rubric trait judged with deep judgment. */
export const VerificationResultDeepJudgmentRubric = z.object({
  deepJudgmentRubricPerformed: z.boolean().default(false),
  /** True: the offsets of excerpts count in the whole trace; false: in the final message. */
  deepJudgmentRubricUsedFullTrace: z.boolean().default(true),
  extractedRubricExcerpts: recordOf(z.array(Excerpt).readonly()).nullable().default(null),
  /** Quotations that are no evidence, of every attempt, by trait; null: there are none. */
  rejectedRubricExcerpts: recordOf(z.array(RejectedExcerpt).readonly()).nullable().default(null),
  rubricTraitReasoning: recordOf(z.string()).nullable().default(null),
  deepJudgmentRubricScores: recordOf(AnyJson).nullable().default(null),
  /** Scores of traits of the same rubric judged without deep judgment. */
  standardRubricScores: recordOf(AnyJson).nullable().default(null),
  traitMetadata: recordOf(TraitMetadata).nullable().default(null),
  /** Traits without a single valid excerpt after all retries: they fail the result. */
  traitsWithoutValidExcerpts: z.array(z.string()).readonly().nullable().default(null),
  rubricHallucinationRiskAssessment: recordOf(TraitRisk).nullable().default(null),
  totalDeepJudgmentModelCalls: z.int().default(0),
  totalTraitsEvaluated: z.int().default(0),
  totalExcerptRetries: z.int().default(0),
});
export type VerificationResultDeepJudgmentRubric = z.infer<typeof VerificationResultDeepJudgmentRubric>;

const empty: VerificationResultDeepJudgmentRubric = VerificationResultDeepJudgmentRubric.parse({});

/** A rubric deep-judgment section with defaults for what is not given. */
export function deepJudgmentRubricSection(
  fields: Partial<VerificationResultDeepJudgmentRubric>,
): VerificationResultDeepJudgmentRubric {
  return { ...empty, ...fields };
}
