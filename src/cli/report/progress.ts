import type { Clock, TransportCategory } from "../../base/index.ts";
import { oneLine } from "../../base/index.ts";
import type { RunEvents } from "../../run/index.ts";
import { watchAgents } from "./agent-lines.ts";
import { failureReport } from "./failure-report.ts";
import { liveLines } from "./live-lines.ts";
import { endText, modelTexts, outcomeText, positionText, startText, stoppingText } from "./progress-text.ts";
import { countRun } from "./run-tally.ts";
import type { Terminal } from "./terminal.ts";
import { outageText, watchWaiting } from "./waiting.ts";
import { watchWalks } from "./walk-lines.ts";
import { wrapLine } from "./wrap-lines.ts";

/** Where progress is shown, and whose time it tells. */
interface ProgressOutput {
  readonly terminal: Terminal;
  readonly clock: Clock;
}

/** Shows a run. */
interface ProgressReport extends RunEvents {
  /** Writes a line that stays; nothing else may be written where progress is shown while a run goes on. */
  note(line: string): void;
}

/**
 * Shows a run while it goes on: on a terminal lines that are rewritten at most ten times a second, elsewhere plain lines
 * at most every ten seconds. One line for each of the first twenty reasons why tasks failed stands above them and stays,
 * and so does what is waited for. Needs constant memory.
 *
 * @example
 * const reporter = reportProgress({ terminal: terminalOn(process.stderr, process.env), clock: systemClock });
 */
export function reportProgress(output: ProgressOutput): ProgressReport {
  return output.terminal.interactive ? liveProgress(output) : plainProgress(output);
}

/** Shortest time between two drawings of the live lines. */
const drawIntervalMs = 100;
/** They are drawn at least this often, so that the time moves while models think. */
const idleIntervalMs = 1000;

function liveProgress({ terminal, clock }: ProgressOutput): ProgressReport {
  const counter = countRun();
  const waiting = watchWaiting(clock);
  const agents = watchAgents(clock);
  const walks = watchWalks();
  const over = new AbortController();
  const lines = liveLines(terminal);
  let isRunning = false;
  let startedAt = 0;
  let drawnAt = 0;
  let changed = false;

  function draw(): void {
    drawnAt = clock.monotonic();
    changed = false;
    const tally = counter.tally();
    const elapsedMs = drawnAt - startedAt;
    const status = oneLine(waiting.status());
    lines.show([
      positionText(tally, elapsedMs, terminal),
      ...wrapLine(outcomeText(tally, elapsedMs, terminal), terminal.columns - 1),
      ...modelTexts(tally, terminal),
      ...(status === "" ? [] : wrapLine(status, terminal.columns - 1)),
      ...walks.lines(),
      ...agents.lines(),
    ]);
  }

  function note(line: string): void {
    lines.clear();
    terminal.write(`${line}\n`);
    if (isRunning) draw();
  }

  const failures = failureReport(note);

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
    note,
    runStarted(event) {
      counter.runStarted(event);
      startedAt = clock.monotonic();
      isRunning = true;
      note(startText(event));
      keepDrawing();
    },
    taskStarted: counting((event) => {
      counter.taskStarted(event);
      walks.started(event.task);
    }),
    walkFinished: counting((event) => {
      counter.walkFinished(event);
      walks.ended(event.task);
    }),
    taskPutBack: counting((event) => {
      counter.taskPutBack(event);
      agents.ended(event.task);
    }),
    toolCalled: counting(agents.called),
    taskFinished: counting((event) => {
      counter.taskFinished(event);
      agents.ended(event.task);
      failures.finished(event);
    }),
    callFinished: counting(counter.callFinished),
    callRetried: counting((event) => {
      counter.callRetried(event);
      waiting.retried(event);
    }),
    serverChanged(outage) {
      waiting.changed(outage);
      note(oneLine(outageText(outage)));
    },
    runStopping: (event) => note(stoppingText(event)),
    runFinished(report) {
      isRunning = false;
      over.abort();
      failures.close();
      note(endText(report));
    },
  };
}

/** Shortest time between two lines of one kind where lines cannot be rewritten. */
const lineIntervalMs = 10_000;

function plainProgress({ terminal, clock }: ProgressOutput): ProgressReport {
  const counter = countRun();
  const waiting = watchWaiting(clock);
  const note = (line: string) => terminal.write(`${line}\n`);
  const failures = failureReport(note);
  const saidAt = new Map<"progress" | TransportCategory, number>();
  let startedAt = 0;

  /** At most every ten seconds of a kind. */
  function sayAtTimes(kind: "progress" | TransportCategory, line: () => string): void {
    const now = clock.monotonic();
    if (now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) < lineIntervalMs) return;
    saidAt.set(kind, now);
    note(line());
  }

  return {
    ...counter,
    note,
    runStarted(event) {
      counter.runStarted(event);
      startedAt = clock.monotonic();
      saidAt.set("progress", startedAt);
      note(startText(event));
    },
    callRetried(event) {
      counter.callRetried(event);
      waiting.retried(event);
      sayAtTimes(event.category, () => `waiting: ${waiting.repeated(event.category)}`);
    },
    serverChanged: (outage) => note(oneLine(outageText(outage))),
    runStopping: (event) => note(stoppingText(event)),
    taskFinished(event) {
      counter.taskFinished(event);
      failures.finished(event);
      sayAtTimes("progress", () => {
        const tally = counter.tally();
        const elapsedMs = clock.monotonic() - startedAt;
        const text = `${positionText(tally, elapsedMs, terminal)}  ${outcomeText(tally, elapsedMs, terminal)}`;
        return [text, ...modelTexts(tally, terminal)].join("\n");
      });
    },
    runFinished(report) {
      failures.close();
      const tally = counter.tally();
      if (tally.finished > 0) note(outcomeText(tally, report.durationMs, terminal));
      note(endText(report));
    },
  };
}
