import { type Clock, KareninaError, systemClock } from "../../base/index.ts";

/** What looking through the code of a whole file may take. */
export interface CheckBudget {
  /** Why nothing more is looked at; undefined while there is room. */
  readonly spent: string | undefined;
  /** Runs a piece of the work; what ends at a limit of the sandbox is counted. */
  watch<T>(work: () => Promise<T>): Promise<T>;
}

/** Code that ends at a limit takes up to three seconds: more of it says nothing new. */
const mostAtLimit = 20;

/** A budget of time, and of code that ends at a limit of the sandbox. */
export function checkBudget(seconds: number, clock: Clock = systemClock): CheckBudget {
  const end = clock.monotonic() + seconds * 1000;
  let atLimit = 0;
  return {
    get spent() {
      if (atLimit >= mostAtLimit) return `${atLimit} of them ran into a limit of the sandbox`;
      return clock.monotonic() > end ? `${seconds} s have passed` : undefined;
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
