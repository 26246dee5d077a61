import type { VerificationResult } from "../../result/index.ts";
import type { TaskFinished } from "../../run/index.ts";
import { cutToColumns } from "./columns.ts";
import { oneLine } from "./harmless-text.ts";
import { hasFailed } from "./run-tally.ts";

/** Tells of failed tasks, a line per reason. */
export interface FailureReport {
  finished(event: TaskFinished): void;
  /** Says how many more there were of each reason. */
  close(): void;
}

/** So many reasons get a line of their own; further ones are only counted. */
const mostReasons = 20;
/** A failure's line is cut here. */
const failureColumns = 200;

/** Reports each reason once, when it first occurs. Needs constant memory. */
export function failureReport(write: (line: string) => void): FailureReport {
  const repeats = new Map<string, number>();
  let isFull = false;

  function report(event: TaskFinished): void {
    const reason = reasonOf(event.result);
    const before = repeats.get(reason);
    if (before !== undefined) repeats.set(reason, before + 1);
    else if (repeats.size < mostReasons) {
      repeats.set(reason, 0);
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
      for (const [reason, count] of repeats) {
        if (count > 0) write(cutToColumns(`... and ${count} more like it: ${reason}`, failureColumns));
      }
    },
  };
}

function reasonOf({ metadata: { failure } }: VerificationResult): string {
  return failure === null ? "" : oneLine(`${failure.category} in ${failure.stage}: ${failure.reason}`);
}

function failureText({ task }: TaskFinished, reason: string): string {
  const models = `${task.answering.id}, judge ${task.parsing.id}`;
  const replicate = task.replicate === null ? "" : `, replicate ${task.replicate}`;
  return oneLine(`failed  ${task.question.id} (${models}${replicate})${reason === "" ? "" : `: ${reason}`}`);
}
