import type { JsonObject } from "../../base/index.ts";
import { plain } from "../answers/match-answers.ts";
import type { StepQuestion } from "./criteria.ts";
import type { LogEvent } from "./log-event.ts";

/** The names of {@link MergeStrategy}. */
export const mergeStrategies = ["concatenate", "traces_only"] as const;

/**
 * How the events of a step become one answer. `concatenate`: all of them, texts as messages of what answered, in the order in
 * which they were logged; `traces_only`: traces alone.
 */
export type MergeStrategy = (typeof mergeStrategies)[number];

/** True where an event counts for a step; null: for what belongs to none. */
export function isOfStep({ stepId: own, target }: LogEvent, stepId: string | null): boolean {
  if (stepId === null) return own === null || target !== "step";
  return own === stepId && target !== "global";
}

/** True where an event answers a question: one that names none answers all of its step. */
export function answersQuestion({ questionId, question }: LogEvent, { id, text }: StepQuestion): boolean {
  if (text === null) return true;
  if (questionId !== null) return questionId === id;
  return question === null || plain(question) === plain(text);
}

/** The messages of an answer. Those of the question and of the system prompt are no part of it. */
export function mergedMessages(events: readonly LogEvent[], strategy: MergeStrategy): readonly JsonObject[] {
  return events.flatMap(({ text, traceMessages }): readonly JsonObject[] => {
    if (traceMessages === null)
      return strategy === "traces_only" ? [] : [{ role: "assistant", content: text }];
    const question = traceMessages.findIndex(({ role }) => role === "user");
    return traceMessages.filter(({ role }, at) => role !== "system" && at !== question);
  });
}
