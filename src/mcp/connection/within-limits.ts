import { type Clock, untilAborted } from "../../base/index.ts";

/** How long work may take. */
interface TimeLimits {
  readonly clock: Clock;
  /** Longest time without a sign of life, in milliseconds. */
  readonly silenceMs: number;
  /** Longest time altogether, in milliseconds. Default: no limit. */
  readonly totalMs?: number | undefined;
  readonly signal: AbortSignal;
}

/** Work took too long. */
export class TimeLimitError extends Error {
  readonly limit: "silence" | "total";
  readonly limitMs: number;

  constructor(limit: "silence" | "total", limitMs: number) {
    super(`time limit of ${limitMs / 1000} s reached`);
    this.name = "TimeLimitError";
    this.limit = limit;
    this.limitMs = limitMs;
  }
}

/**
 * The outcome of `work`, which gets a signal that fires at a limit or on cancelling, and calls `alive` to start the
 * silence anew. Work that ignores the signal is left to itself then.
 *
 * @throws TimeLimitError at a limit; the signal's reason when cancelled.
 */
export async function withinLimits<T>(
  { clock, silenceMs, totalMs, signal }: TimeLimits,
  work: (life: { readonly signal: AbortSignal; readonly alive: () => void }) => Promise<T>,
): Promise<T> {
  const limited = new AbortController();
  const timers = new AbortController();
  const onAbort = () => limited.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });

  let lastSign = clock.monotonic();
  const watchSilence = async () => {
    for (let left = silenceMs; left > 0; left = lastSign + silenceMs - clock.monotonic())
      await clock.sleep(left, timers.signal);
    limited.abort(new TimeLimitError("silence", silenceMs));
  };
  const watchTotal = async () => {
    if (totalMs === undefined) return;
    await clock.sleep(totalMs, timers.signal);
    limited.abort(new TimeLimitError("total", totalMs));
  };
  // both reject when the work is done first
  watchSilence().catch(() => undefined);
  watchTotal().catch(() => undefined);

  const alive = () => {
    lastSign = clock.monotonic();
  };
  try {
    return await untilAborted(work({ signal: limited.signal, alive }), limited.signal);
  } finally {
    timers.abort();
    signal.removeEventListener("abort", onAbort);
  }
}
