import type { Clock } from "../../base/index.ts";
import type { RunEvents, TaskFinished } from "../../run/index.ts";
import { cutToColumns, oneLine } from "./columns.ts";
import { liveLines } from "./live-lines.ts";
import { endText, outcomeText, positionText, startText } from "./progress-text.ts";
import { countRun, hasFailed } from "./run-tally.ts";
import type { Terminal } from "./terminal.ts";

/** Where progress is shown, and whose time it tells. */
export interface ProgressOutput {
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/**
 * Shows a run while it goes on: on a terminal two lines that are rewritten at most ten times a second, elsewhere
 * plain lines at most every ten seconds, and one for each of the first twenty failures. Needs constant memory.
 *
 * @example
 * const reporter = reportProgress({ terminal: terminalOn(process.stderr, process.env), clock: systemClock });
 */
export function reportProgress(output: ProgressOutput): RunEvents {
  return output.terminal.interactive ? liveProgress(output) : plainProgress(output);
}

/** Shortest time between two drawings of the live lines. */
const drawIntervalMs = 100;
/** They are drawn at least this often, so that the time moves while models think. */
const idleIntervalMs = 1000;

function liveProgress({ terminal, clock }: ProgressOutput): RunEvents {
  const counter = countRun();
  const over = new AbortController();
  const lines = liveLines(terminal);
  let startedAt = 0;
  let drawnAt = 0;
  let changed = false;

  function draw(): void {
    drawnAt = clock.monotonic();
    changed = false;
    const tally = counter.tally();
    const elapsedMs = drawnAt - startedAt;
    lines.show([positionText(tally, elapsedMs, terminal), outcomeText(tally, elapsedMs, terminal)]);
  }

  function keepDrawing(): void {
    clock.sleep(drawIntervalMs, over.signal).then(
      () => {
        if (changed || clock.monotonic() - drawnAt >= idleIntervalMs) draw();
        keepDrawing();
      },
      () => undefined,
    );
  }

  function counting<E>(count: (event: E) => void): (event: E) => void {
    return (event) => {
      count(event);
      changed = true;
    };
  }

  return {
    runStarted(event) {
      counter.runStarted(event);
      startedAt = clock.monotonic();
      terminal.write(`${startText(event)}\n`);
      draw();
      keepDrawing();
    },
    taskStarted: counting(counter.taskStarted),
    taskFinished: counting(counter.taskFinished),
    callFinished: counting(counter.callFinished),
    callRetried: counting(counter.callRetried),
    runFinished(report) {
      over.abort();
      lines.clear();
      terminal.write(`${endText(report)}\n`);
    },
  };
}

/** Shortest time between two progress lines where lines cannot be rewritten. */
const lineIntervalMs = 10_000;
/** So many failures get a line of their own; the rest is only counted. */
const mostFailureLines = 20;
/** A failure's line is cut here. */
const failureColumns = 200;

function plainProgress({ terminal, clock }: ProgressOutput): RunEvents {
  const counter = countRun();
  let startedAt = 0;
  let writtenAt = 0;
  let failures = 0;

  const write = (line: string) => terminal.write(`${line}\n`);

  function writeFailure(event: TaskFinished): void {
    failures += 1;
    if (failures <= mostFailureLines) write(cutToColumns(failureText(event), failureColumns));
    else if (failures === mostFailureLines + 1) write("More failures are only counted from here on.");
  }

  return {
    ...counter,
    runStarted(event) {
      counter.runStarted(event);
      startedAt = clock.monotonic();
      writtenAt = startedAt;
      write(startText(event));
    },
    taskFinished(event) {
      counter.taskFinished(event);
      if (hasFailed(event.result)) writeFailure(event);
      const now = clock.monotonic();
      if (now - writtenAt < lineIntervalMs) return;
      writtenAt = now;
      const tally = counter.tally();
      const elapsedMs = now - startedAt;
      write(`${positionText(tally, elapsedMs, terminal)}  ${outcomeText(tally, elapsedMs, terminal)}`);
    },
    runFinished(report) {
      const tally = counter.tally();
      if (tally.finished > 0) write(outcomeText(tally, report.durationMs, terminal));
      write(endText(report));
    },
  };
}

function failureText({ task, result }: TaskFinished): string {
  const { failure } = result.metadata;
  const models = `${task.answering.id}, judge ${task.parsing.id}`;
  const replicate = task.replicate === null ? "" : `, replicate ${task.replicate}`;
  const why = failure === null ? "" : `: ${failure.category} in ${failure.stage}: ${failure.reason}`;
  return oneLine(`failed  ${task.question.id} (${models}${replicate})${why}`);
}
