import { systemClock } from "../clock.ts";

/** Waits until a condition holds; one that does not within `ms` (default: 40 s) rejects. */
export async function until(condition: () => boolean | Promise<boolean>, ms = 40_000): Promise<void> {
  for (const end = systemClock.monotonic() + ms; !(await condition()); await systemClock.sleep(10))
    if (systemClock.monotonic() > end) throw new Error(`the condition did not come to hold within ${ms} ms`);
}
