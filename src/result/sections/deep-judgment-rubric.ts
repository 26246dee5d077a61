import * as z from "zod";
import { AnyJson, recordOf } from "../../base/index.ts";
import type * as documented from "../result-types.generated.ts";
import { Excerpt, RejectedExcerpt, StoredLevel } from "./excerpt.ts";

/** How a trait was judged from evidence. */
export const TraitMetadata = z.looseObject({
  /** Of `excerpt_extraction`, `hallucination_assessment`, `reasoning_generation`, `score_extraction`. */
  stagesCompleted: z.array(z.string()).readonly().default([]),
  /** Calls of the judge. */
  modelCalls: z.int().default(0),
  /** True: the trait is judged from quotations. */
  hadExcerpts: z.boolean().default(false),
  /** How often the judge was asked again for quotations. */
  excerptRetryCount: z.int().default(0),
  /** True: no quotation was evidence after all attempts. */
  excerptValidationFailed: z.boolean().default(false),
  /** Why the trait has no value although evidence was not lacking. */
  error: z.string().nullish(),
});

/** How much the claims about a trait may be invented. */
export const TraitRisk = z.looseObject({
  /** The highest of `perExcerptRisks`. */
  overallRisk: StoredLevel,
  /** `none`, `low`, `medium` or `high` for each quotation, in their order. */
  perExcerptRisks: z.array(StoredLevel).readonly().default([]),
});

/** Evidence and reasoning behind each rubric trait judged with deep judgment. */
export const VerificationResultDeepJudgmentRubric = z.object({
  /** True: it ran. */
  deepJudgmentRubricPerformed: z.boolean().default(false),
  /** True: the offsets of excerpts count in the whole trace; false: in the final message. */
  deepJudgmentRubricUsedFullTrace: z.boolean().default(true),
  /** Evidence by trait; an empty list: none was found. */
  extractedRubricExcerpts: recordOf(z.array(Excerpt).readonly()).nullable().default(null),
  /** Quotations that are no evidence, of every attempt, by trait; null: there are none. */
  rejectedRubricExcerpts: recordOf(z.array(RejectedExcerpt).readonly()).nullable().default(null),
  /** Why the value follows from the evidence, by trait. */
  rubricTraitReasoning: recordOf(z.string()).nullable().default(null),
  /** Values of the traits judged from evidence. */
  deepJudgmentRubricScores: recordOf(AnyJson).nullable().default(null),
  /** Scores of traits of the same rubric judged without deep judgment. */
  standardRubricScores: recordOf(AnyJson).nullable().default(null),
  /** How each trait was judged. */
  traitMetadata: recordOf(TraitMetadata).nullable().default(null),
  /** Traits without a single valid excerpt after all retries: they fail the result. */
  traitsWithoutValidExcerpts: z.array(z.string()).readonly().nullable().default(null),
  /** How much the claims about each trait may be invented. */
  rubricHallucinationRiskAssessment: recordOf(TraitRisk).nullable().default(null),
  /** Calls of the judge for all traits. */
  totalDeepJudgmentModelCalls: z.int().default(0),
  /** How many traits were judged from evidence. */
  totalTraitsEvaluated: z.int().default(0),
  /** How often the judge was asked again for quotations of any trait. */
  totalExcerptRetries: z.int().default(0),
});
export type VerificationResultDeepJudgmentRubric = documented.VerificationResultDeepJudgmentRubric;

const empty: VerificationResultDeepJudgmentRubric = VerificationResultDeepJudgmentRubric.parse({});

/** A rubric deep-judgment section with defaults for what is not given. */
export function deepJudgmentRubricSection(
  fields: Partial<VerificationResultDeepJudgmentRubric>,
): VerificationResultDeepJudgmentRubric {
  return { ...empty, ...fields };
}
