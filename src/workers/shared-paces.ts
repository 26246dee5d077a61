import type { Clock } from "../base/index.ts";
import type { SharedPace } from "../run/index.ts";
import { forgetPaces, notePaces, type Store } from "../stores/index.ts";

/** How fast all workers of a store together ask servers. */
interface SharedPaces {
  /** The part of this worker, by what tells a server and a key from others. */
  of(key: string): SharedPace;
  /** Tells the others of this worker, and hears of them. */
  exchange(): Promise<void>;
  leave(): Promise<void>;
}

interface SharedPacesOptions {
  readonly store: Store;
  readonly run: string;
  readonly worker: string;
  /** So many work on this run, for as long as nothing else is known. */
  readonly workers: number;
  readonly clock: Clock;
}

/** Parts of limits per minute, and pauses that servers ask for, of all workers that ask with one key, whatever their runs. */
export function sharedPaces({ store, run, worker, workers, clock }: SharedPacesOptions): SharedPaces {
  const known = new Map<string, { workers: number; pausedUntil: number; saidUntil: number }>();
  const left = (until: number) => Math.max(0, until - clock.monotonic());
  return {
    of(key) {
      const pace = known.get(key) ?? { workers, pausedUntil: 0, saidUntil: 0 };
      known.set(key, pace);
      return {
        share: () => 1 / pace.workers,
        pauseMs: () => left(pace.pausedUntil),
        paused(ms) {
          pace.saidUntil = Math.max(pace.saidUntil, clock.monotonic() + ms);
        },
      };
    },
    async exchange() {
      const own = [...known].map(([key, { saidUntil }]) => ({ key, pauseMs: left(saidUntil) }));
      for (const { key, pauseMs, workers: count } of await notePaces(store, { run, worker }, own)) {
        const pace = known.get(key);
        if (pace === undefined) continue;
        pace.workers = Math.max(1, count);
        pace.pausedUntil = clock.monotonic() + pauseMs;
      }
    },
    leave: () => forgetPaces(store, run, worker),
  };
}
