import { reasonCause } from "../../analysis/index.ts";
import { oneLine } from "../../base/index.ts";
import type { TaskFinished } from "../../run/index.ts";
import { cutToColumns } from "./columns.ts";
import { hasFailed } from "./run-tally.ts";

/** Tells of failed tasks, a line per reason. */
interface FailureReport {
  finished(event: TaskFinished): void;
  /** Says how many more there were of each reason. */
  close(): void;
}

/** So many reasons get a line of their own; further ones are only counted. */
const mostReasons = 20;
/** A failure's line is cut here: a reason of the longest, and where it happened. */
const failureColumns = 700;
/** The line that says how many more there were is cut here. */
const repeatColumns = 240;

/** Reports each reason once, when it first occurs. Needs constant memory. */
export function failureReport(write: (line: string) => void): FailureReport {
  const repeats = new Map<string, { readonly reason: string; count: number }>();
  let isFull = false;

  function report(event: TaskFinished): void {
    const { failure } = event.result.metadata;
    const reason = failure === null ? "no reason is known" : oneLine(failure.reason);
    const cause = `${failure?.category} ${failure?.stage} ${reasonCause(reason)}`;
    const before = repeats.get(cause);
    if (before !== undefined) before.count += 1;
    else if (repeats.size < mostReasons) {
      repeats.set(cause, { reason, count: 0 });
      write(cutToColumns(failureText(event, reason), failureColumns));
    } else if (!isFull) {
      isFull = true;
      write("More failures are only counted from here on.");
    }
  }

  return {
    finished(event) {
      if (hasFailed(event.result)) report(event);
    },
    close() {
      for (const { reason, count } of repeats.values()) {
        if (count > 0) write(cutToColumns(`... and ${count} more like it: ${reason}`, repeatColumns));
      }
    },
  };
}

/** The reason stands in front: what is cut, on whatever terminal, is where it happened. */
function failureText({ task, result }: TaskFinished, reason: string): string {
  const { failure } = result.metadata;
  const replicate = task.replicate === null ? "" : `, replicate ${task.replicate}`;
  const place = `${task.question.id} with ${task.answering.id}, judge ${task.parsing.id}${replicate}`;
  const stage = failure === null ? "" : `${failure.category} in ${failure.stage}; `;
  return oneLine(`failed: ${reason} (${stage}${place})`);
}
