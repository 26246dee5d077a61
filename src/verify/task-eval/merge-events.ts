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

/** Which events answer which questions. */
interface AnsweringEvents {
  /** In the order in which they were logged; questions that none answers are left out. */
  readonly byQuestion: ReadonlyMap<StepQuestion, readonly LogEvent[]>;
  /** Those that name a question which none of their steps has. */
  readonly strangers: readonly LogEvent[];
}

/** Finds the events that answer questions: one that names none answers all of its step. */
export function answeringEvents(
  events: readonly LogEvent[],
  questions: readonly StepQuestion[],
): AnsweringEvents {
  const steps = new Map(
    [...Map.groupBy(questions, ({ stepId }) => stepId)].map(([stepId, own]) => [stepId, answeredIn(own)]),
  );
  const byQuestion = new Map<StepQuestion, LogEvent[]>();
  const strangers: LogEvent[] = [];
  for (const event of events) {
    const ofEvent = [...new Set([null, event.stepId])].filter((stepId) => isOfStep(event, stepId));
    const inSteps = ofEvent.flatMap((stepId) => steps.get(stepId) ?? []);
    const answered = inSteps.flatMap((answeredBy) => answeredBy(event));
    for (const question of answered) {
      const own = byQuestion.get(question) ?? [];
      own.push(event);
      byQuestion.set(question, own);
    }
    if (inSteps.length > 0 && answered.length === 0) strangers.push(event);
  }
  return { byQuestion, strangers };
}

/** Finds the questions of one step that an event answers. */
function answeredIn(questions: readonly StepQuestion[]): (event: LogEvent) => readonly StepQuestion[] {
  if (questions.some(({ text }) => text === null)) return () => questions;
  const byId = Map.groupBy(questions, ({ id }) => id);
  const byText = Map.groupBy(questions, ({ text }) => plain(text ?? ""));
  return ({ questionId, question }) => {
    if (questionId !== null) return byId.get(questionId) ?? [];
    return question === null ? questions : (byText.get(plain(question)) ?? []);
  };
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
