import type { Clock } from "../../base/index.ts";

/** The end of one run: its wall-clock limit or its caller's wish, whichever comes first. Dispose it with the run. */
export interface RunDeadline extends Disposable {
  /** Fires at the end; what the run starts gets it. */
  readonly signal: AbortSignal;
  /** The wall-clock limit, not the caller, ended the run. */
  readonly timedOut: boolean;
  /** Settles as `work` does, or rejects at the end of the run, also for work that does not listen to its signal. */
  race<T>(work: Promise<T>): Promise<T>;
}

/** Starts the clock of a run. */
export function startRunDeadline(
  clock: Clock,
  timeoutMs: number,
  caller: AbortSignal | undefined,
): RunDeadline {
  const controller = new AbortController();
  const over = new AbortController();
  const { signal } = controller;
  let timedOut = false;
  const onAbort = () => controller.abort(caller?.reason);
  if (caller?.aborted) onAbort();
  else caller?.addEventListener("abort", onAbort, { once: true });
  clock.sleep(timeoutMs, over.signal).then(
    () => {
      if (signal.aborted || over.signal.aborted) return;
      timedOut = true;
      controller.abort(new DOMException("time limit reached", "TimeoutError"));
    },
    // the run was over before its limit
    () => undefined,
  );
  return {
    signal,
    get timedOut() {
      return timedOut;
    },
    race: (work) => raced(work, signal),
    [Symbol.dispose]() {
      over.abort();
      caller?.removeEventListener("abort", onAbort);
    },
  };
}

function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}
