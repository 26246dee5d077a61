import { startDeadline } from "../base/index.ts";
import { cancelledError } from "../http/index.ts";

/** Limit of one query to a tool that has none of its own, in milliseconds. */
export const defaultQueryTimeoutMs = 60_000;

/**
 * The outcome of `work`, which gets a signal that fires at the time limit or on cancelling. Work that ignores the
 * signal is left to itself then.
 *
 * @throws Error at the time limit; KareninaError `cancelled`.
 */
export async function withinTime<T>(
  limits: { readonly timeoutMs: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  using deadline = startDeadline(limits.timeoutMs, limits.signal);
  try {
    return await deadline.race(
      Promise.resolve().then(() => work(deadline.signal)),
      cancelledError,
    );
  } catch (error) {
    if (!deadline.timedOut) throw error;
    throw new Error(`The search tool gave no answer within ${limits.timeoutMs / 1000} s.`, { cause: error });
  }
}
