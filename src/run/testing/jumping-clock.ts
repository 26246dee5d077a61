import type { Clock } from "../../base/index.ts";

/** A clock that stands still while anything is to be done, and then jumps to the end of the shortest sleep. */
interface JumpingClock extends Clock {
  /** Lets so many milliseconds pass. */
  pass(ms: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  /** Who sleeps to the same time wakes in the order of going to sleep. */
  readonly order: number;
  wake: (() => void) | undefined;
}

/** Makes a clock that stands at 0. Thousands of sleepers cost it little. */
export function jumpingClock(): JumpingClock {
  let now = 0;
  /** A heap by time. */
  const sleepers: Sleeper[] = [];
  let order = 0;
  const at = (place: number) => sleepers[place]?.at ?? Number.POSITIVE_INFINITY;
  const isInOrder = (one: number, other: number) =>
    at(one) < at(other) ||
    (at(one) === at(other) && (sleepers[one]?.order ?? order) <= (sleepers[other]?.order ?? order));

  function swap(one: number, other: number): void {
    const [first, second] = [sleepers[one], sleepers[other]];
    if (first === undefined || second === undefined) return;
    sleepers[one] = second;
    sleepers[other] = first;
  }

  function add(sleeper: Sleeper): void {
    sleepers.push(sleeper);
    for (let place = sleepers.length - 1; place > 0; ) {
      const parent = (place - 1) >> 1;
      if (isInOrder(parent, place)) return;
      swap(parent, place);
      place = parent;
    }
  }

  function first(): Sleeper | undefined {
    swap(0, sleepers.length - 1);
    const taken = sleepers.pop();
    for (let place = 0; ; ) {
      const child = isInOrder(2 * place + 1, 2 * place + 2) ? 2 * place + 1 : 2 * place + 2;
      if (isInOrder(place, child)) return taken;
      swap(place, child);
      place = child;
    }
  }

  return {
    now: () => now,
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        order += 1;
        const sleeper: Sleeper = { at: now + ms, order, wake: resolve };
        add(sleeper);
        signal?.addEventListener("abort", () => {
          if (sleeper.wake === undefined) return;
          sleeper.wake = undefined;
          reject(signal.reason);
        });
      }),
    async pass(ms) {
      const end = now + ms;
      await new Promise(setImmediate);
      while (at(0) <= end) {
        now = Math.max(now, at(0));
        while (at(0) <= now) {
          const sleeper = first();
          const wake = sleeper?.wake;
          if (sleeper !== undefined) sleeper.wake = undefined;
          wake?.();
        }
        await new Promise(setImmediate);
      }
      now = end;
    },
  };
}
