import type { Clock } from "../clock.ts";

/** A clock whose sleepers never wait: whenever nothing else is to be done, time jumps to the end of the shortest sleep. */
export function hurriedClock(): Clock {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();

  function jump(): void {
    const next = [...sleepers].toSorted((left, right) => left.at - right.at)[0];
    if (next === undefined) return;
    now = Math.max(now, next.at);
    sleepers.delete(next);
    next.wake();
  }

  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        setImmediate(jump);
      }),
  };
}
