import { systemClock } from "../../src/base/index.ts";

/** Waits until a condition holds; one that does not within `ms` (default: 40 s) rejects. */
export async function until(condition: () => boolean, ms = 40_000): Promise<void> {
  for (const end = systemClock.monotonic() + ms; !condition(); await systemClock.sleep(10))
    if (systemClock.monotonic() > end) throw new Error(`the condition did not come to hold within ${ms} ms`);
}
