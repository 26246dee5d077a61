import type { JsonObject } from "../../../base/index.ts";
import { appendLines } from "./append-lines.ts";
import type { LogProblemKind } from "./log-problem.ts";
import type { LogSettings } from "./log-settings.ts";
import { safeMessage } from "./plain-value.ts";
import { sampler } from "./sample.ts";

/** What became of events so far. */
export interface LogCounts {
  /** Lines in the file. */
  readonly written: number;
  /** Lines that wait to be written. */
  readonly waiting: number;
  /** Events that the sampling rate left out. */
  readonly leftOut: number;
  /** Events that are nowhere. */
  readonly lost: number;
  /** How often there was each kind of problem. */
  readonly problems: { readonly [Kind in LogProblemKind]: number };
}

/** Writes events of a living program to a file, line by line. Nothing of it throws. */
export interface LiveLog {
  /** @param key what sampling goes by */
  write(row: JsonObject, key: string | undefined): void;
  problem(kind: LogProblemKind, message: string): void;
  /** An event that cannot be written at all. */
  lose(kind: LogProblemKind, message: string): void;
  /** Writes what waits. True: nothing waits any more. */
  flush(): boolean;
  /** Writes what waits; what comes later is lost. */
  close(): boolean;
  counts(): LogCounts;
}

/** So many bytes are written at once, without waiting for the time. */
const mostAtOnce = 256 * 1024;

/**
 * A log in a file. Lines are collected and written together, at the latest after `flushIntervalMs` and when the process
 * exits; the timer keeps no process alive. A file that cannot be written is tried again each time.
 */
export function liveLog(settings: LogSettings): LiveLog {
  const { file, sampleRate, seed, maxWaitingBytes, flushIntervalMs, onProblem } = settings;
  const isKept = sampler(sampleRate, seed);
  const problems = { unwritable: 0, lost: 0, too_large: 0, unreadable: 0, invalid: 0 };
  let lines: Buffer[] = [];
  let bytes = 0;
  let counts = { written: 0, leftOut: 0, lost: 0 };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isFailing = false;

  const problem = (kind: LogProblemKind, message: string): void => {
    problems[kind] += 1;
    if (problems[kind] > 1 || onProblem === undefined) return;
    try {
      // a promise that is rejected would end the program
      Promise.resolve(onProblem({ kind, message })).catch(() => undefined);
    } catch {
      // nobody is left to be told
    }
  };
  const lose = (kind: LogProblemKind, message: string): void => {
    counts = { ...counts, lost: counts.lost + 1 };
    problem(kind, message);
  };
  const onExit = () => {
    flush();
  };
  const wait = () => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      flush();
    }, flushIntervalMs);
    timer.unref();
  };
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    process.off("exit", onExit);
  };
  const flush = (): boolean => {
    if (lines.length === 0) return true;
    try {
      const whole = appendLines(file, lines);
      counts = { ...counts, written: counts.written + whole };
      isFailing = whole < lines.length;
      lines = lines.slice(whole);
      bytes = lines.reduce((sum, { length }) => sum + length, 0);
      if (isFailing) problem("unwritable", `${file}: there was no room for all that is to be written.`);
    } catch (error) {
      isFailing = true;
      problem("unwritable", `${file} cannot be written: ${safeMessage(error)}`);
    }
    if (lines.length === 0) settle();
    else wait();
    return lines.length === 0;
  };

  return {
    problem,
    lose,
    flush,
    write(row, key) {
      if (!isKept(key)) {
        counts = { ...counts, leftOut: counts.leftOut + 1 };
        return;
      }
      const line = Buffer.from(`${JSON.stringify(row)}\n`);
      if (isClosed) return lose("lost", "an event was logged after the log was closed.");
      if (bytes + line.length > maxWaitingBytes && !isFailing) flush();
      if (bytes + line.length > maxWaitingBytes)
        return lose("lost", `more than ${maxWaitingBytes} bytes wait to be written to ${file}.`);
      if (lines.length === 0) process.on("exit", onExit);
      lines.push(line);
      bytes += line.length;
      // what failed is tried again after a while, not with each event
      if (bytes >= mostAtOnce && !isFailing) flush();
      else wait();
    },
    close() {
      const isDone = flush();
      isClosed = true;
      clearTimeout(timer);
      timer = undefined;
      return isDone;
    },
    counts: () => ({ ...counts, waiting: lines.length, problems: { ...problems } }),
  };
}
