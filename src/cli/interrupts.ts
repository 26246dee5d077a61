import { getEventListeners } from "node:events";

/** Ctrl-C, somebody who wants the process to end, and a terminal that is closed. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The part of a process that interrupts come through. */
interface Interruptible {
  on(event: (typeof signals)[number], listener: () => void): unknown;
  off(event: (typeof signals)[number], listener: () => void): unknown;
  exit(code: number): void;
}

/** Watches until disposed. */
interface InterruptWatch extends Disposable {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
}

/**
 * The first interrupt aborts the signal, so that work ends in order; the second ends the process at once, as does the
 * first where nobody listens to the signal.
 */
export function watchInterrupts(target: Interruptible): InterruptWatch {
  const controller = new AbortController();
  const onInterrupt = () => {
    const inVain = getEventListeners(controller.signal, "abort").length === 0;
    if (controller.signal.aborted || inVain) target.exit(130);
    controller.abort();
  };
  for (const signal of signals) target.on(signal, onInterrupt);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const signal of signals) target.off(signal, onInterrupt);
    },
  };
}
