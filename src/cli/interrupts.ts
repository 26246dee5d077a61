import { getEventListeners } from "node:events";

/** Ctrl-C, somebody who wants the process to end, and a terminal that is closed. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The part of a process that interrupts come through. */
interface Interruptible {
  on(event: (typeof signals)[number], listener: (event: (typeof signals)[number]) => void): unknown;
  off(event: (typeof signals)[number], listener: (event: (typeof signals)[number]) => void): unknown;
  exit(code: number): void;
}

/** Watches until disposed. */
interface InterruptWatch extends Disposable {
  /** Aborted by the first Ctrl-C where somebody listens who can end in order without cutting anything off. */
  readonly stopSignal: AbortSignal;
  /** Aborted by the next one, by the first where nobody listens to that, and by whatever else ends a process. */
  readonly signal: AbortSignal;
  /** Called, each without being waited for, before the process is ended at once. */
  readonly lastWords: Set<() => void>;
}

/**
 * The first Ctrl-C lets what is under way be finished, where that is possible; the next aborts it, so that work ends in
 * order; one more ends the process at once, as does the first where nobody listens. What else asks a process to end does
 * not wait: it aborts what is under way.
 */
export function watchInterrupts(target: Interruptible): InterruptWatch {
  const stop = new AbortController();
  const abort = new AbortController();
  const lastWords = new Set<() => void>();
  const isHeard = ({ signal }: AbortController) =>
    !signal.aborted && getEventListeners(signal, "abort").length > 0;
  const onInterrupt = (name: (typeof signals)[number]) => {
    if (name === "SIGINT" && !abort.signal.aborted && isHeard(stop)) return stop.abort();
    if (!isHeard(abort)) {
      for (const say of lastWords) say();
      target.exit(130);
    }
    abort.abort();
  };
  for (const signal of signals) target.on(signal, onInterrupt);
  return {
    stopSignal: stop.signal,
    signal: abort.signal,
    lastWords,
    [Symbol.dispose]() {
      for (const signal of signals) target.off(signal, onInterrupt);
    },
  };
}
