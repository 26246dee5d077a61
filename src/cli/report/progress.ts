import type { Clock } from "../../base/index.ts";
import type { RunEvents } from "../../run/index.ts";
import { failureReport } from "./failure-report.ts";
import { liveLines } from "./live-lines.ts";
import { endText, outcomeText, positionText, startText } from "./progress-text.ts";
import { watchRefusedKey } from "./refused-key.ts";
import { countRun } from "./run-tally.ts";
import type { Terminal } from "./terminal.ts";
import { waitingReport } from "./waiting-report.ts";

/** Where progress is shown, and whose time it tells. */
export interface ProgressOutput {
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/**
 * Shows a run while it goes on: on a terminal two lines that are rewritten at most ten times a second, elsewhere
 * plain lines at most every ten seconds, one for each of the first twenty reasons why tasks failed, and one while calls
 * are being repeated. Needs constant memory.
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

  const watchKey = watchRefusedKey((line) => {
    lines.clear();
    terminal.write(`${line}\n`);
    draw();
  });

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
    taskFinished: counting((event) => {
      counter.taskFinished(event);
      watchKey(event);
    }),
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

function plainProgress({ terminal, clock }: ProgressOutput): RunEvents {
  const counter = countRun();
  const write = (line: string) => terminal.write(`${line}\n`);
  const failures = failureReport(write);
  const watchKey = watchRefusedKey(write);
  const waiting = waitingReport(write, clock);
  let startedAt = 0;
  let writtenAt = 0;

  return {
    ...counter,
    runStarted(event) {
      counter.runStarted(event);
      startedAt = clock.monotonic();
      writtenAt = startedAt;
      write(startText(event));
    },
    callRetried(event) {
      counter.callRetried(event);
      waiting.retried(event);
    },
    taskFinished(event) {
      counter.taskFinished(event);
      failures.finished(event);
      watchKey(event);
      const now = clock.monotonic();
      if (now - writtenAt < lineIntervalMs) return;
      writtenAt = now;
      const tally = counter.tally();
      const elapsedMs = now - startedAt;
      write(`${positionText(tally, elapsedMs, terminal)}  ${outcomeText(tally, elapsedMs, terminal)}`);
    },
    runFinished(report) {
      failures.close();
      const tally = counter.tally();
      if (tally.finished > 0) write(outcomeText(tally, report.durationMs, terminal));
      write(endText(report));
    },
  };
}
