import * as z from "zod";
import { AnyJsonObject } from "../base/index.ts";
import type * as documented from "./result-types.generated.ts";
import { Ruling } from "./ruling.ts";
import { VerificationResultDeepJudgment } from "./sections/deep-judgment.ts";
import { VerificationResultDeepJudgmentRubric } from "./sections/deep-judgment-rubric.ts";
import { VerificationResultMetadata } from "./sections/metadata.ts";
import { VerificationResultRubric } from "./sections/rubric.ts";
import { VerificationResultTemplate } from "./sections/template.ts";
import { StageRecord } from "./stage-record.ts";

/** Everything about one question answered by one model and judged by another, once. Sections are null where they did not run. */
export const VerificationResult = z.object({
  /** Which question, models and circumstances it belongs to, and whether it came to an end. */
  metadata: VerificationResultMetadata,
  /** What was answered, what the judge read from it, and what the checks said; null: did not run. */
  template: VerificationResultTemplate.nullable().default(null),
  /** What the traits were judged to be; null: did not run. */
  rubric: VerificationResultRubric.nullable().default(null),
  /** Evidence behind the fields of the template; null: did not run. */
  deepJudgment: VerificationResultDeepJudgment.nullable().default(null),
  /** Evidence behind the traits of the rubric; null: did not run. */
  deepJudgmentRubric: VerificationResultDeepJudgmentRubric.nullable().default(null),
  /** The text the judge read. */
  evaluationInput: z.string().nullable().default(null),
  /** False: the judge read the final message only. */
  usedFullTrace: z.boolean().default(true),
  /** Why no final message could be found. */
  traceExtractionError: z.string().nullable().default(null),
  /** What became of each stage, in order. */
  stages: z.array(StageRecord).readonly().default([]),
  /** Decisions about pass or fail, in order; the last one is the verdict. */
  rulings: z.array(Ruling).readonly().default([]),
  /** What own stages have learned, by the name of the fact; absent without any. */
  extensions: AnyJsonObject.optional(),
});
export type VerificationResult = documented.VerificationResult;
