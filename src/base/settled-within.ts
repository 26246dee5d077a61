import type { Clock } from "./clock.ts";

/** Waits until the work is done, in whatever way, but no longer than so many milliseconds. */
export async function settledWithin(work: Promise<unknown>, clock: Clock, ms: number): Promise<void> {
  const waiting = new AbortController();
  await Promise.race([work.catch(() => undefined), clock.sleep(ms, waiting.signal).catch(() => undefined)]);
  waiting.abort();
}
