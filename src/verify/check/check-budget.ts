import { type Clock, KareninaError, startDeadline, systemClock } from "../../base/index.ts";

/** What looking through the code of a whole file may take. */
export interface CheckBudget {
  /** Why nothing more is looked at; undefined while there is room. */
  readonly spent: string | undefined;
  /** Runs a piece of the work; what ends at a limit of the sandbox is counted. */
  watch<T>(work: () => Promise<T>): Promise<T>;
  /** What the work gives; undefined where the time is over before, and nobody waits for it any longer. */
  within<T>(work: Promise<T>): Promise<T | undefined>;
}

/** Code that ends at a limit takes up to three seconds: more of it says nothing new. */
const mostAtLimit = 20;

/** A budget of time, and of code that ends at a limit of the sandbox. */
export function checkBudget(seconds: number, clock: Clock = systemClock): CheckBudget {
  const end = clock.monotonic() + seconds * 1000;
  let atLimit = 0;
  let isOver = false;
  return {
    get spent() {
      if (atLimit >= mostAtLimit) return `${atLimit} of them ran into a limit of the sandbox`;
      return isOver || clock.monotonic() > end ? `${seconds} s have passed` : undefined;
    },
    async within(work) {
      using deadline = startDeadline(Math.max(0, end - clock.monotonic()), undefined, clock);
      try {
        return await deadline.race(work);
      } catch (error) {
        if (!deadline.timedOut) throw error;
        isOver = true;
        return undefined;
      }
    },
    async watch(work) {
      try {
        return await work();
      } catch (error) {
        if (KareninaError.isInstance(error) && error.code === "sandbox_limit") atLimit += 1;
        throw error;
      }
    },
  };
}
