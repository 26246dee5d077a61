import type { Clock } from "../clock.ts";

/** A sleep for longer is a time limit: it ends when time has come there, which it does not hurry. */
const longestHurriedMs = 100_000;

/** A clock whose sleepers never wait: whenever nothing else is to be done, time jumps to the end of the shortest sleep. */
export function hurriedClock(): Clock {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly ms: number; readonly wake: () => void }>();

  function jump(): void {
    const hurried = [...sleepers].filter(({ ms }) => ms <= longestHurriedMs);
    if (hurried.length === 0) return;
    now = Math.max(now, Math.min(...hurried.map(({ at }) => at)));
    for (const sleeper of sleepers) {
      if (sleeper.at > now) continue;
      sleepers.delete(sleeper);
      sleeper.wake();
    }
  }

  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: now + ms, ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        setImmediate(jump);
      }),
  };
}
