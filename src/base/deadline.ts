import { type Clock, callAfter, systemClock } from "./clock.ts";
import { untilAborted } from "./until-aborted.ts";

/** A time limit joined with the caller's signal. Dispose it when the work is over. */
export interface Deadline extends Disposable {
  /** Fires at the end; what the work starts gets it. */
  readonly signal: AbortSignal;
  /** The time limit, not the caller, ended the work. */
  readonly timedOut: boolean;
  /** Settles as `work` does, or rejects at the end, also for work that does not listen to the signal. */
  race<T>(work: Promise<T>, errorOf?: (reason: unknown) => unknown): Promise<T>;
}

/**
 * Starts the clock of one piece of work; `timeoutMs` undefined means no limit. Unlike `AbortSignal.any` it leaves
 * nothing behind on a signal that lives as long as the run.
 */
export function startDeadline(
  timeoutMs: number | undefined,
  caller: AbortSignal | undefined,
  clock: Clock = systemClock,
): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  let timedOut = false;
  const onAbort = () => controller.abort(caller?.reason);
  const onTime = () => {
    if (signal.aborted) return;
    timedOut = true;
    controller.abort(new DOMException("time limit reached", "TimeoutError"));
  };
  if (caller?.aborted) onAbort();
  else caller?.addEventListener("abort", onAbort, { once: true });
  const stop = timeoutMs === undefined ? undefined : callAfter(clock, timeoutMs, onTime);
  return {
    signal,
    get timedOut() {
      return timedOut;
    },
    race: (work, errorOf) => untilAborted(work, signal, errorOf),
    [Symbol.dispose]() {
      stop?.();
      caller?.removeEventListener("abort", onAbort);
    },
  };
}
