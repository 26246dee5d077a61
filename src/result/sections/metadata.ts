import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import { Failure, failureGroup } from "../failure.ts";
import { displayString, ModelIdentity } from "../model-identity.ts";

const RetryCount = z.object({ used: z.int(), budget: z.int() });

/** Which question, models and circumstances a result belongs to, and whether it came to an end. */
export const VerificationResultMetadata = z.strictObject({
  questionId: z.string(),
  /** MD5 of the template's source, or `no_template`. */
  templateId: z.string(),
  /** Null for a pass, and for results nothing was verified in. */
  failure: Failure.nullable().default(null),
  /** Notes that do not change the verdict, see `caveats`. */
  caveats: z.array(z.string()).readonly().default([]),
  warnings: z.array(z.string()).readonly().default([]),
  /** The text that had arrived when the answer was cut off. */
  partialContent: z.string().nullable().default(null),
  /** Repeated model calls per transport category, with the budget of each. */
  retryCounts: recordOf(RetryCount).nullable().default(null),
  questionText: z.string(),
  rawAnswer: z.string().nullable().default(null),
  keywords: z.array(z.string()).readonly().nullable().default(null),
  answering: ModelIdentity,
  parsing: ModelIdentity,
  answeringSystemPrompt: z.string().nullable().default(null),
  parsingSystemPrompt: z.string().nullable().default(null),
  /** Wall time in seconds. */
  executionTime: z.number(),
  /** ISO 8601 in UTC. */
  timestamp: z.string(),
  /** See `resultId`. */
  resultId: z.string(),
  runName: z.string().nullable().default(null),
  /** 1, 2, …; null in a run of one replicate. */
  replicate: z.int().nullable().default(null),
  fewShotEnabled: z.boolean().default(false),
  fewShotExampleCount: z.int().default(0),
  /** `template_only`, `template_and_rubric` or `rubric_only`. */
  evaluationMode: z.string().nullable().default(null),
  scenarioId: z.string().nullable().default(null),
  scenarioNode: z.string().nullable().default(null),
  scenarioTurn: z.int().nullable().default(null),
  scenarioPath: z.array(z.string()).readonly().nullable().default(null),
  /** False only where judge, template or infrastructure failed; a wrong answer is no error. */
  completedWithoutErrors: z.boolean(),
  /** The message of that error. */
  error: z.string().nullable().default(null),
});
export type VerificationResultMetadata = z.infer<typeof VerificationResultMetadata>;

/** Display string of the answering model. */
export const answeringModel = (metadata: Pick<VerificationResultMetadata, "answering">): string =>
  displayString(metadata.answering);

/** Display string of the judge. */
export const parsingModel = (metadata: Pick<VerificationResultMetadata, "parsing">): string =>
  displayString(metadata.parsing);

/** What `completedWithoutErrors` must be beside this failure: wrong answers, automatic fails and refusals are completed. */
export function isCompleted(failure: Pick<Failure, "category"> | null): boolean {
  if (failure === null) return true;
  const group = failureGroup(failure.category);
  return group !== "retry" && group !== "system";
}
