import type { Clock } from "../clock.ts";

/** A clock moved by hand. */
interface ManualClock extends Clock {
  readonly sleeping: number;
  /** Lets time pass, in steps of so many milliseconds (default: one), and wakes at each step who has slept enough. */
  advance(ms: number, step?: number): Promise<void>;
}

/** Makes a clock that stands at 0. */
export function manualClock(): ManualClock {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    get sleeping() {
      return sleepers.size;
    },
    async advance(ms, step = ms) {
      for (const end = now + ms; now < end; ) {
        now += step;
        for (const sleeper of sleepers) {
          if (sleeper.at > now) continue;
          sleepers.delete(sleeper);
          sleeper.wake();
        }
        await new Promise(setImmediate);
      }
    },
  };
}
