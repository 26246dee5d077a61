import * as z from "zod";
import type { JsonObject } from "../../base/index.ts";
import { contextToRecord, RetrievedContextShape } from "../../trace/index.ts";
import { type LogEvent, type LoggedUsage, logLevels, logTargets } from "./log-event.ts";

/**
 * An event as a line of a file, by the usual names of fields of `judgeAnswers`; `target` and `step_id` are for TaskEval.
 *
 * @param taskId null: the task has none
 */
export function rowOfEvent(event: LogEvent, taskId: string | null): JsonObject {
  const {
    timestamp,
    level,
    text,
    tags,
    stepId,
    target,
    question,
    questionId,
    model,
    contexts,
    usage,
    traceMessages,
  } = event;
  return {
    timestamp,
    level,
    ...(taskId !== null && { task_id: taskId }),
    ...(stepId !== null && { step_id: stepId }),
    ...(target !== "both" && { target }),
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(questionId !== null && { question_id: questionId }),
    ...(question !== null && { question }),
    ...(model !== null && { model }),
    ...(contexts !== null && { contexts: contexts.map(contextToRecord) }),
    ...(usage !== null && { usage: rowOfUsage(usage) }),
    answer: traceMessages === null ? text : [...traceMessages],
  };
}

/** As a field `usage` of a row. */
export function rowOfUsage({ inputTokens, outputTokens, costUsd }: LoggedUsage): JsonObject {
  return {
    ...(inputTokens !== undefined && { input_tokens: inputTokens }),
    ...(outputTokens !== undefined && { output_tokens: outputTokens }),
    ...(costUsd !== undefined && { cost_usd: costUsd }),
  };
}

const text = z.string().nullable().default(null);

/** A line as {@link rowOfEvent} writes it. Members that others have added do not count. */
export const EventRow = z.object({
  timestamp: z.string(),
  level: z.enum(logLevels).default("info"),
  task_id: text,
  step_id: text,
  target: z.enum(logTargets).default("both"),
  tags: z.array(z.string()).default([]),
  question_id: text,
  question: text,
  model: text,
  contexts: z.array(RetrievedContextShape).nullable().default(null),
  usage: z.record(z.string(), z.json()).nullable().default(null),
  answer: z.union([z.string(), z.array(z.record(z.string(), z.json()))]),
});
export type EventRow = z.infer<typeof EventRow>;
