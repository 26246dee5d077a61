import { describe, expect, test } from "vitest";
import {
  byChance,
  fixedWindow,
  type Limiter,
  simulated,
  slidingWindow,
  tokenBucket,
} from "../testing/simulated-server.ts";

const limiters: { readonly [name: string]: (perSecond: number) => Limiter } = {
  "in any second": slidingWindow,
  "in any second, and says when": (perSecond) => slidingWindow(perSecond, "when"),
  "in each second": (perSecond) => fixedWindow(perSecond, 1000),
  "as tokens come in": (perSecond) => tokenBucket(perSecond, perSecond),
  "in each minute, and says when": (perSecond) => fixedWindow(perSecond * 60, 60_000, "when"),
};
const secondsOf = (perSecond: number) => ({ 2: 60, 20: 20, 100: 12, 500: 8 })[perSecond] ?? 10;
/** What is known of it must be found out by being refused: so many calls for each that ask at first. */
const lesson = 2;

describe.each(Object.keys(limiters))("a server that takes so many requests %s", (name) => {
  test.each([2, 20, 100, 500])(
    "%i a second, is asked for four fifths of that at least, whatever its replies take",
    async (perSecond) => {
      for (const [latencyMs, askers] of [
        [5, 20],
        [100, 100],
        [1000, 100],
      ] as const) {
        const limiter = limiters[name]?.(perSecond) ?? (() => "taken");
        const seconds = name.includes("minute") ? 65 : secondsOf(perSecond);
        // its minute begins anew once, and has not ended when the run does
        const mostTaken = name.includes("minute") ? perSecond * 120 : perSecond * seconds;
        const { taken, refused, calls, failed } = await simulated(limiter, {
          askers,
          seconds,
          latencyMs,
          jitter: 0.1,
        });
        const count = taken.reduce((sum, each) => sum + each, 0);
        const possible = Math.min(mostTaken, (askers * 1000 * seconds) / latencyMs);
        const what = `${latencyMs} ms, ${askers} at once`;
        expect(count, what).toBeGreaterThan(0.8 * possible);
        expect(refused, what).toBeLessThan(lesson * askers + 0.35 * calls.length);
        expect(failed, what).toBe(0);
      }
    },
  );
});

test.each([0.1, 0.3])(
  "a server that refuses %d of what comes, whatever comes, is asked no less",
  async (share) => {
    for (const [latencyMs, askers] of [
      [100, 20],
      [50, 60],
      [1000, 100],
    ] as const) {
      const seconds = latencyMs === 1000 ? 30 : 4;
      const { taken, failed } = await simulated(byChance(share), { askers, seconds, latencyMs, jitter: 0.1 });
      const count = taken.reduce((sum, each) => sum + each, 0);
      expect(count, `${latencyMs} ms`).toBeGreaterThan((0.8 * askers * seconds * 1000) / (latencyMs + 2));
      expect(failed).toBe(0);
    }
  },
);

test("what a server takes in a second is told", async () => {
  const { report } = await simulated(slidingWindow(20), { askers: 100, seconds: 20, latencyMs: 50 });
  expect(report.perSecond).toBeGreaterThan(17);
  expect(report.perSecond).toBeLessThan(23);
  expect(report.limit).toBe(null);
});
