import type { Clock, TransportCategory } from "../../base/index.ts";
import type { CallRetried } from "../../run/index.ts";
import { counted } from "./format.ts";

/** Says why a run waits. */
export interface WaitingReport {
  retried(event: CallRetried): void;
}

const intervalMs = 10_000;

interface Waiting {
  /** When each call will have been repeated, at most; calls whose time is over are left out. */
  until: readonly number[];
  saidAt: number;
}

/**
 * A line at the first repeated call of a category, then at most every ten seconds, so that a run that only waits is seen
 * to do so. Keeps a number per call that is waiting.
 */
export function waitingReport(write: (line: string) => void, clock: Pick<Clock, "monotonic">): WaitingReport {
  const categories = new Map<TransportCategory, Waiting>();
  return {
    retried({ category, delayMs }) {
      const now = clock.monotonic();
      const before = categories.get(category);
      const until = [...(before?.until ?? []).filter((end) => end > now), now + delayMs];
      const isDue = before === undefined || now - before.saidAt >= intervalMs;
      categories.set(category, { until, saidAt: isDue ? now : before.saidAt });
      if (isDue)
        write(
          `waiting: ${counted(until.length, "call")} ${until.length === 1 ? "is" : "are"} being repeated (${category})`,
        );
    },
  };
}
