import { openAnswerRows } from "../answers/read-rows.ts";
import type { UnusedRow } from "../answers/stored-answer.ts";
import { toldUsage } from "../answers/told-usage.ts";
import { EventRow } from "./event-row.ts";
import type { LogEvent, LoggedUsage } from "./log-event.ts";
import { saidIn } from "./log-event.ts";

/** The events of a file, and the lines of it that are none. */
export interface ReadEvents {
  readonly events: readonly LogEvent[];
  readonly unused: readonly UnusedRow[];
}

/**
 * Reads what TaskEval has logged to a file.
 *
 * @param taskId only events of this task; null: all
 * @throws KareninaError as `judgeAnswers` of a file that cannot be read.
 */
export async function readEvents(file: string, taskId: string | null): Promise<ReadEvents> {
  const opened = await openAnswerRows(file, process.cwd(), {});
  const events: LogEvent[] = [];
  const unused: UnusedRow[] = [];
  if (opened.kind === "results") return { events, unused: [{ place: 1, reason: "results, not events" }] };
  for await (const row of opened.rows) {
    if (!("value" in row)) {
      unused.push({ place: row.place, reason: "reason" in row ? row.reason : "no event of TaskEval" });
      continue;
    }
    const read = EventRow.safeParse(row.value);
    if (!read.success) unused.push({ place: row.place, reason: "no event of TaskEval" });
    else if (taskId === null || read.data.task_id === taskId) events.push(eventOf(read.data));
  }
  return { events, unused };
}

function eventOf(row: EventRow): LogEvent {
  const { answer, timestamp, level, tags, target, question, model, contexts } = row;
  const isText = typeof answer === "string";
  return Object.freeze({
    ...{ timestamp, level, tags, target, question, model, contexts },
    text: isText ? answer : saidIn(answer),
    stepId: row.step_id,
    questionId: row.question_id,
    usage: loggedUsage(row.usage),
    traceMessages: isText ? null : answer,
  });
}

function loggedUsage(usage: unknown): LoggedUsage | null {
  const told = toldUsage(usage, undefined);
  if (told === null) return null;
  const { tokens, costUsd } = told;
  return {
    ...(tokens !== null && { inputTokens: tokens.inputTokens, outputTokens: tokens.outputTokens }),
    ...(costUsd !== null && { costUsd }),
  };
}
