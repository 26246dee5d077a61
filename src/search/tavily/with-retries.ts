import { type Clock, type TransportCategory, TransportError } from "../../base/index.ts";
import { backoffMs, type RetryPolicy, retriesOf } from "../../run/index.ts";

/** What retrying needs from outside. */
export interface Retrying {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  /** Uniform in 0..1. */
  readonly random: () => number;
}

/** A server that asks for a longer pause than this is not waited for. */
const longestWaitMs = 5 * 60_000;

/** Calls until it succeeds, fails for good, or the budget of the failure's category is used up. */
export async function withRetries<T>(
  call: () => Promise<T>,
  { policy, clock, random }: Retrying,
  signal: AbortSignal,
): Promise<T> {
  const used = new Map<TransportCategory, number>();
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!TransportError.isInstance(error)) throw error;
      const { category, retryAfterMs = 0 } = error;
      const retries = retriesOf(policy, category);
      const count = used.get(category) ?? 0;
      if (retries === undefined || count >= retries.maxAttempts || retryAfterMs > longestWaitMs) throw error;
      used.set(category, count + 1);
      await clock.sleep(Math.max(backoffMs(retries, count, random), retryAfterMs), signal);
    }
  }
}
