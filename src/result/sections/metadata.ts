import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import { AttachmentRecord } from "../../trace/index.ts";
import { amount } from "../amount.ts";
import { Failure, failureGroup } from "../failure.ts";
import { displayString, ModelIdentity } from "../model-identity.ts";
import type * as documented from "../result-types.generated.ts";
import { ReusedResult } from "./reused.ts";

/** Repeated model calls of one transport category. */
export const RetryCount = z.object({
  /** How many calls were repeated. */
  used: z.int(),
  /** How many might have been. */
  budget: z.int(),
});

/** One thing that was said before a question. */
export const AskedTurn = z.object({
  /** Who said it. */
  role: z.enum(["user", "assistant"]),
  /** What was said. */
  content: z.string(),
});

/** What stood around a question that is more than its text. */
export const AskedConversation = z.object({
  /** What the model was told in place of its own system prompt; null: its own. */
  systemPrompt: z.string().nullable().default(null),
  /** What was said before the question, the oldest first. */
  messages: z.array(AskedTurn).readonly().default([]),
  /** The files that went with it. Their bytes are not stored. */
  attachments: z.array(AttachmentRecord).readonly().default([]),
});

/** What shapes how an answer is judged, piece by piece. */
export const JudgmentParts = z.object({
  /** SHA-256 of everything but the traits. */
  rest: z.string(),
  /** SHA-256 of each trait, by its name. */
  traits: recordOf(z.string()),
});

/** Which question, models and circumstances a result belongs to, and whether it came to an end. */
export const VerificationResultMetadata = z.strictObject({
  /** The id of the question in its benchmark. */
  questionId: z.string(),
  /** MD5 of the template's source, or `no_template`. */
  templateId: z.string(),
  /** Null for a pass, and for results nothing was verified in. */
  failure: Failure.nullable().default(null),
  /** Notes that do not change the verdict, see `caveats`. */
  caveats: z.array(z.string()).readonly().default([]),
  /** What somebody who reads the verdict should know. */
  warnings: z.array(z.string()).readonly().default([]),
  /** The text that had arrived when the answer was cut off. */
  partialContent: z.string().nullable().default(null),
  /** Repeated model calls per transport category, with the budget of each. */
  retryCounts: recordOf(RetryCount).nullable().default(null),
  /** What was asked. */
  questionText: z.string(),
  /** What stood around it; null: it was asked alone. */
  conversation: AskedConversation.nullable().default(null),
  /** The reference answer of the benchmark. */
  rawAnswer: z.string().nullable().default(null),
  /** The keywords of the question. */
  keywords: z.array(z.string()).readonly().nullable().default(null),
  /** The model under test. */
  answering: ModelIdentity,
  /** The judge. */
  parsing: ModelIdentity,
  /** The system prompt set for the model under test; null: none. */
  answeringSystemPrompt: z.string().nullable().default(null),
  /** The id of the run's prompt that it was asked with; absent: the run had no list of prompts. */
  promptId: z.string().optional(),
  /** The system prompt set for the judge; null: none. */
  parsingSystemPrompt: z.string().nullable().default(null),
  /** Wall time in seconds. */
  executionTime: amount,
  /** ISO 8601 in UTC. */
  timestamp: z.string(),
  /** See `resultId`. */
  resultId: z.string(),
  /** The name that the run was given. */
  runName: z.string().nullable().default(null),
  /** 1, 2, …; null in a run of one replicate. */
  replicate: z.int().nullable().default(null),
  /** True: examples stood before the question. */
  fewShotEnabled: z.boolean().default(false),
  /** How many examples did. */
  fewShotExampleCount: z.int().default(0),
  /** `template_only`, `template_and_rubric` or `rubric_only`. */
  evaluationMode: z.string().nullable().default(null),
  /** The scenario it belongs to; null outside scenarios. */
  scenarioId: z.string().nullable().default(null),
  /** The node of the scenario; null outside scenarios. */
  scenarioNode: z.string().nullable().default(null),
  /** The turn of the scenario; null outside scenarios. */
  scenarioTurn: z.int().nullable().default(null),
  /** The nodes visited so far; null outside scenarios. */
  scenarioPath: z.array(z.string()).readonly().nullable().default(null),
  /** False only where judge, template or infrastructure failed; a wrong answer is no error. */
  completedWithoutErrors: z.boolean(),
  /** The message of that error. */
  error: z.string().nullable().default(null),
  /** SHA-256 of everything that shapes the answer; null in results of before. */
  answerKey: z.string().nullable().default(null),
  /** SHA-256 of everything that shapes how an answer is judged; null in results of before. */
  judgmentKey: z.string().nullable().default(null),
  /** The same in pieces, for runs that add traits; absent where traits are not judged apart, and in results of before. */
  judgmentParts: JudgmentParts.optional(),
  /** What was taken over from another run; null: nothing. */
  reused: ReusedResult.nullable().default(null),
});
export type VerificationResultMetadata = documented.VerificationResultMetadata;

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
