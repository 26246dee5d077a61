import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import { Excerpt, RejectedExcerpt, StoredRisk } from "./excerpt.ts";

/** Evidence and reasoning behind each field the judge filled in. */
export const VerificationResultDeepJudgment = z.object({
  deepJudgmentEnabled: z.boolean().default(false),
  /** `disabled`, `reasoning_only` or `full`. */
  deepJudgmentMode: z.string().nullable().default(null),
  deepJudgmentPerformed: z.boolean().default(false),
  extractedExcerpts: recordOf(z.array(Excerpt).readonly()).nullable().default(null),
  /** Quotations that are no evidence, of every attempt, by attribute; null: there are none. */
  rejectedExcerpts: recordOf(z.array(RejectedExcerpt).readonly()).nullable().default(null),
  attributeReasoning: recordOf(z.string()).nullable().default(null),
  /** Of `excerpts`, `excerpt_hallucination_assessment`, `reasoning`, `parameters`. */
  deepJudgmentStagesCompleted: z.array(z.string()).readonly().nullable().default(null),
  deepJudgmentModelCalls: z.int().default(0),
  deepJudgmentExcerptRetryCount: z.int().default(0),
  attributesWithoutExcerpts: z.array(z.string()).readonly().nullable().default(null),
  deepJudgmentSearchEnabled: z.boolean().default(false),
  /** By attribute; null where nothing is known of it. */
  hallucinationRiskAssessment: recordOf(StoredRisk.nullable()).nullable().default(null),
});
export type VerificationResultDeepJudgment = z.infer<typeof VerificationResultDeepJudgment>;

const empty: VerificationResultDeepJudgment = VerificationResultDeepJudgment.parse({});

/** A deep-judgment section with defaults for what is not given. */
export function deepJudgmentSection(
  fields: Partial<VerificationResultDeepJudgment>,
): VerificationResultDeepJudgment {
  return { ...empty, ...fields };
}
