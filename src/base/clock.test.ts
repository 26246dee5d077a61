import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "./clock.ts";

const longest = 2 ** 31 - 1;

describe("systemClock.sleep", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([1, 1000, longest - 1, longest, longest + 1, 2 * longest, 3 * longest, 3 * longest + 5])(
    "of %i ms is over after exactly that time",
    async (ms) => {
      let isOver = false;
      const sleeping = systemClock.sleep(ms).then(() => {
        isOver = true;
      });
      await vi.advanceTimersByTimeAsync(ms - 1);
      expect(isOver).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await sleeping;
      expect(isOver).toBe(true);
    },
  );

  test("ends with the signal, also in its later periods, and leaves no timer", async () => {
    const stop = new AbortController();
    const sleeping = systemClock.sleep(2 * longest, stop.signal).catch((reason: unknown) => reason);
    await vi.advanceTimersByTimeAsync(longest + 1);
    const reason = new Error("enough");
    stop.abort(reason);
    expect(await sleeping).toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });
});
