import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type * as documented from "../result-types.generated.ts";
import { Excerpt, RejectedExcerpt, StoredLevel } from "./excerpt.ts";

/** Evidence and reasoning behind each field the judge filled in. */
export const VerificationResultDeepJudgment = z.object({
  /** True: it was switched on. */
  deepJudgmentEnabled: z.boolean().default(false),
  /** `disabled`, `reasoning_only` or `full`. */
  deepJudgmentMode: z.string().nullable().default(null),
  /** True: it ran. */
  deepJudgmentPerformed: z.boolean().default(false),
  /** Evidence by attribute; an empty list: none was found. */
  extractedExcerpts: recordOf(z.array(Excerpt).readonly()).nullable().default(null),
  /** Quotations that are no evidence, of every attempt, by attribute; null: there are none. */
  rejectedExcerpts: recordOf(z.array(RejectedExcerpt).readonly()).nullable().default(null),
  /** Why the value follows from the evidence, by attribute. */
  attributeReasoning: recordOf(z.string()).nullable().default(null),
  /** Of `excerpts`, `excerpt_hallucination_assessment`, `reasoning`, `parameters`. */
  deepJudgmentStagesCompleted: z.array(z.string()).readonly().nullable().default(null),
  /** Calls of the judge. */
  deepJudgmentModelCalls: z.int().default(0),
  /** How often the judge was asked again for quotations. */
  deepJudgmentExcerptRetryCount: z.int().default(0),
  /** Attributes without evidence after all attempts. */
  attributesWithoutExcerpts: z.array(z.string()).readonly().nullable().default(null),
  /** True: the evidence was looked up outside the answer. */
  deepJudgmentSearchEnabled: z.boolean().default(false),
  /** By attribute; null where nothing is known of it. */
  hallucinationRiskAssessment: recordOf(StoredLevel.nullable()).nullable().default(null),
});
export type VerificationResultDeepJudgment = documented.VerificationResultDeepJudgment;

const empty: VerificationResultDeepJudgment = VerificationResultDeepJudgment.parse({});

/** A deep-judgment section with defaults for what is not given. */
export function deepJudgmentSection(
  fields: Partial<VerificationResultDeepJudgment>,
): VerificationResultDeepJudgment {
  return { ...empty, ...fields };
}
