/** Node's timers fire at once when asked for more: 24.8 days. */
const longestTimer = 2 ** 31 - 1;

/** The time limit of one attempt joined with the caller's signal. Dispose it when the attempt is over. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal;
  /** The time limit, not the caller, ended the attempt. */
  readonly timedOut: boolean;
}

/**
 * Starts the clock of one attempt; `timeoutMs` undefined means no limit. Unlike `AbortSignal.any` it leaves
 * nothing behind on a signal that lives as long as the run.
 */
export function startDeadline(timeoutMs: number | undefined, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timedOut = false;
  const onAbort = () => controller.abort(caller?.reason);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => {
            timedOut = true;
            controller.abort(new DOMException("time limit reached", "TimeoutError"));
          },
          Math.min(timeoutMs, longestTimer),
        );
  if (caller?.aborted) onAbort();
  else caller?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", onAbort);
    },
  };
}
