import { messageOf } from "../../../base/index.ts";
import { displayString, outcomeOf } from "../../../result/index.ts";
import type { RunEvents } from "../../../run/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { formatDuration } from "../../report/format.ts";
import { oneLine } from "../../report/harmless-text.ts";
import { reportProgress } from "../../report/progress.ts";
import { terminalOn } from "../../report/terminal.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Who is told about the run, as the options say: nobody, a progress display, or one with a line per task. */
export function runEvents(options: VerifyOptions, io: CommandIo): readonly RunEvents[] {
  if (options.quiet) return [];
  const terminal = terminalOn(io.stderr, io.environment);
  if (!options.verbose) return [reportProgress({ terminal, clock: io.clock })];
  const lines = {
    write: (text: string) => terminal.write(text),
    rewrite: (_lines: number, text: string) => terminal.write(text),
    interactive: false,
    columns: terminal.columns,
    rich: false,
  };
  return [
    reportProgress({ terminal: lines, clock: io.clock }),
    taskLines((line) => terminal.write(`${line}\n`)),
  ];
}

function taskLines(write: (line: string) => void): RunEvents {
  return {
    taskFinished({ task, result, durationMs }) {
      const replicate = task.replicate === null ? "" : ` #${task.replicate}`;
      const models = `${displayString(task.answering.identity)} / ${displayString(task.parsing.identity)}`;
      const why = result.metadata.failure === null ? "" : `: ${result.metadata.failure.reason}`;
      write(
        oneLine(
          `${outcomeOf(result)}  ${task.question.id}${replicate}  ${models}  ${formatDuration(durationMs)}${why}`,
        ),
      );
    },
    callRetried({ task, category, delayMs, reason }) {
      write(
        oneLine(
          `retry in ${formatDuration(delayMs)}  ${task.question.id}  ${category}: ${messageOf(reason)}`,
        ),
      );
    },
  };
}
