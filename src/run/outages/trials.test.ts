import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { hurriedClock } from "../../base/testing/hurried-clock.ts";
import { type ServerState, watchServer } from "./server-watch.ts";

/** A server that answers every probe, watched. */
function watched({ patienceMs = 900_000 } = {}) {
  const states: ServerState[] = [];
  const clock = hurriedClock();
  const watch = watchServer({
    probe: async () => undefined,
    ...{ probeTimeoutMs: 1000, clock, patienceMs },
    changed: (state) => states.push(state),
  });
  return { states, clock, watch };
}

const limited = () => new TransportError("rate_limit", "status 429", { status: 429 });

describe("a rate limit", () => {
  test("that only the probes get past is an outage: one call at a time tries, with growing waits", async () => {
    const tried: number[] = [];
    const { states, clock, watch } = watched();
    const call = () =>
      watch.call(async () => {
        tried.push(clock.monotonic());
        if (clock.monotonic() < 100_000) throw limited();
        return "reply";
      }, undefined);
    const rest = () => Promise.allSettled(Array.from({ length: 12 }, call));
    for (let count = 1; count <= 3; count += 1) await expect(call()).rejects.toThrow("status 429");
    expect(states).toEqual(["paused"]);
    const ends = await rest();
    const waits = tried.slice(3, 10).map((at, place) => at - (tried[place + 2] ?? 0));
    expect(waits.slice(1)).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000]);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
    expect(states).toEqual(["paused", "reachable"]);
  });

  test("that only the probes get past is given up after the patience of the run", async () => {
    const { states, clock, watch } = watched({ patienceMs: 60_000 });
    const call = () => watch.call(() => Promise.reject(limited()), undefined);
    for (let count = 1; count <= 3; count += 1) await expect(call()).rejects.toThrow("status 429");
    const pausedAt = clock.monotonic();
    await Promise.allSettled(Array.from({ length: 12 }, call));
    expect(states).toEqual(["paused", "lost"]);
    expect(clock.monotonic() - pausedAt).toBe(60_000);
  });

  test("whose trial was cancelled lets the next call try", async () => {
    const { states, watch } = watched();
    const failing = () => watch.call(() => Promise.reject(limited()), undefined);
    for (let count = 1; count <= 3; count += 1) await expect(failing()).rejects.toThrow("status 429");
    const cancelled = watch.call(() => Promise.reject(new Error("cancelled")), undefined);
    const next = watch.call(async () => "reply", undefined);
    await expect(cancelled).rejects.toThrow("cancelled");
    expect(await next).toBe("reply");
    expect(states).toEqual(["paused", "reachable"]);
  });

  test("whose trials nobody waits for any more ends with the run", async () => {
    const { watch } = watched();
    const failing = () => watch.call(() => Promise.reject(limited()), undefined);
    for (let count = 1; count <= 3; count += 1) await expect(failing()).rejects.toThrow("status 429");
    const waiting = watch.call(async () => "reply", undefined);
    watch.stop();
    await expect(waiting).rejects.toThrow("The run ended");
  });
});
