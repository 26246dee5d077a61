import { formatDuration, messageOf, oneLine } from "../../../base/index.ts";
import type { Task } from "../../../pipeline/index.ts";
import { displayString, outcomeOf } from "../../../result/index.ts";
import type { RunEvents } from "../../../run/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { reportProgress } from "../../report/progress.ts";
import { stoppingText } from "../../report/progress-text.ts";
import { terminalOn } from "../../report/terminal.ts";
import { turnText } from "../../report/walk-lines.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** What is shown of a run while it goes on. */
interface ShownRun {
  readonly events: readonly RunEvents[];
  /** Writes a line that stays above whatever is rewritten. */
  note(line: string): void;
}

/** Shows the run as the options say: nothing, progress, or a line per task. Notes are always shown. */
export function showRun(options: VerifyOptions, io: CommandIo): ShownRun {
  const terminal = terminalOn(io.stderr, io.environment);
  if (options.quiet) {
    const note = (line: string) => terminal.write(`${line}\n`);
    return { events: [{ runStopping: (event) => note(stoppingText(event)) }], note };
  }
  if (!options.verbose) {
    const progress = reportProgress({ terminal, clock: io.clock });
    return { events: [progress], note: progress.note };
  }
  const plain = { ...terminal, interactive: false, rich: false };
  const { note, ...progress } = reportProgress({ terminal: plain, clock: io.clock });
  return { events: [progress, taskLines(note)], note };
}

/** What shows a run can do more than a run tells of; the options of a run take nothing else. */
export function eventsAlone(reporter: RunEvents): RunEvents {
  const {
    note: _note,
    tally: _tally,
    ...events
  } = reporter as RunEvents & { note?: unknown; tally?: unknown };
  return events;
}

function taskLines(write: (line: string) => void): RunEvents {
  return {
    taskFinished({ task, result, durationMs }) {
      const models = `${displayString(task.answering.identity)} / ${displayString(task.parsing.identity)}`;
      const why = result.metadata.failure === null ? "" : `: ${result.metadata.failure.reason}`;
      write(
        oneLine(`${outcomeOf(result)}  ${taskName(task)}  ${models}  ${formatDuration(durationMs)}${why}`),
      );
    },
    walkFinished({ task, walk: { scenarioId, status, path, replicate, terminalFailure } }) {
      const models = `${displayString(task.answering.identity)} / ${displayString(task.parsing.identity)}`;
      const which = replicate === null ? "" : `, replicate ${replicate}`;
      const why = terminalFailure === null ? "" : `: ${terminalFailure.reason}`;
      write(oneLine(`${status}  ${scenarioId}${which}  ${models}  ${path.join(" → ")}${why}`));
    },
    callRetried({ task, category, delayMs, reason }) {
      write(
        oneLine(`retry in ${formatDuration(delayMs)}  ${taskName(task)}  ${category}: ${messageOf(reason)}`),
      );
    },
  };
}

/** With its replicate. */
function taskName(task: Task): string {
  const { question, turn, replicate } = task;
  if (turn !== undefined) return turnText(task);
  return replicate === null ? question.id : `${question.id}, replicate ${replicate}`;
}
