import { messageOf } from "../base/index.ts";

const events = ["uncaughtException", "unhandledRejection"] as const;

/** The part of a process that tells of errors that reached nobody. */
interface Failing {
  on(event: (typeof events)[number], listener: (error: unknown) => void): unknown;
  off(event: (typeof events)[number], listener: (error: unknown) => void): unknown;
}

/** Watches until disposed. */
interface LateErrorWatch extends Disposable {
  /** Aborted by an interrupt, and by the first such error. */
  readonly signal: AbortSignal;
  /** A sentence about the first such error; undefined where there was none. */
  readonly problem: string | undefined;
}

/**
 * Watches for errors that reach nobody, such as the rejection of a promise that a stage has started and does not wait
 * for, so that work ends in order instead of with the process.
 */
export function watchLateErrors(target: Failing, interrupted: AbortSignal): LateErrorWatch {
  const controller = new AbortController();
  let problem: string | undefined;
  const onError = (error: unknown) => {
    problem ??= `Code that no stage and no call of a model waits for failed${placeOf(error)}: ${messageOf(error)}`;
    controller.abort();
  };
  const onInterrupt = () => controller.abort();
  for (const event of events) target.on(event, onError);
  interrupted.addEventListener("abort", onInterrupt);
  if (interrupted.aborted) onInterrupt();
  return {
    signal: controller.signal,
    get problem() {
      return problem;
    },
    [Symbol.dispose]() {
      for (const event of events) target.off(event, onError);
      interrupted.removeEventListener("abort", onInterrupt);
    },
  };
}

/** Where in which file, as the first line of the stack that names one has it. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? String(error.stack) : "";
  const place = /file:\/\/[^\s)]+/.exec(stack)?.[0];
  return place === undefined ? "" : ` at ${place}`;
}
