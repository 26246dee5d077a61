/** Time as an argument, so that a run can be repeated exactly. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never jumps, for durations. */
  monotonic(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    let left = ms;
    for (; left > longestTimer; left -= longestTimer) await sleepOnce(longestTimer, signal);
    await sleepOnce(left, signal);
  },
};

/** Node's timers fire at once when asked for more. */
const longestTimer = 2 ** 31 - 1;

function sleepOnce(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/**
 * Calls `action` once `ms` milliseconds have passed, unless the function it returns is called before. On the machine's
 * clock that is a timer and nothing else: a sleep that is aborted makes an event for each of a run's calls.
 */
export function callAfter(clock: Clock, ms: number, action: () => void): () => void {
  if (clock === systemClock && ms <= longestTimer) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  }
  const over = new AbortController();
  const wake = () => {
    if (!over.signal.aborted) action();
  };
  clock.sleep(ms, over.signal).then(wake, () => undefined);
  return () => over.abort("over");
}

/** An ISO 8601 timestamp in UTC with milliseconds. */
export function isoTimestamp(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
