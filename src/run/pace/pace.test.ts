import { describe, expect, test } from "vitest";
import { type Clock, TransportError } from "../../base/index.ts";
import { manualClock } from "../../base/testing/manual-clock.ts";
import { withRetries } from "../retry.ts";
import { defaultRetryPolicy } from "../retry-policy.ts";
import { createPace, type Pace } from "./pace.ts";

/** A server that answers, or refuses at once. */
interface Served {
  /** Milliseconds of an answer with so many under way; undefined: refused. */
  answer(underWay: number, now: number): number | undefined;
  readonly retryAfterMs?: number;
}

/** A repeatable source of numbers in 0..1. */
function seeded(state = 1): () => number {
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const plain = { requestsPerMinute: null, tokensPerMinute: null };

/** So many askers ask one call after the other, each with retries, for so many seconds. */
async function asked(
  server: Served,
  {
    askers,
    seconds,
    ...rates
  }: { readonly askers: number; readonly seconds: number } & Partial<Parameters<typeof createPace>[0]>,
) {
  const clock = manualClock();
  const pace = createPace({ clock, ...plain, ...rates });
  const random = seeded();
  const over = new AbortController();
  let underWay = 0;
  let most = 0;
  const answeredAt: number[] = [];
  let givenUp = 0;
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    const ms = server.answer(underWay, clock.monotonic());
    try {
      await clock.sleep(ms ?? 2);
      if (ms === undefined)
        throw new TransportError("rate_limit", "busy", { status: 429, retryAfterMs: server.retryAfterMs });
    } finally {
      underWay -= 1;
    }
    answeredAt.push(clock.monotonic());
  };
  async function ask() {
    while (!over.signal.aborted)
      await withRetries({ policy: defaultRetryPolicy, clock, random }, {}, () =>
        pace.run({ kind: "answer", signal: over.signal, work, tokensOf: () => 100 }),
      ).catch((error) => {
        if (TransportError.isInstance(error)) givenUp += 1;
      });
  }
  for (let asker = 0; asker < askers; asker += 1) void ask();
  await clock.advance(seconds * 1000, 2);
  over.abort();
  const perSecond = (from: number, to = seconds) =>
    answeredAt.filter((at) => at >= from * 1000 && at < to * 1000).length / (to - from);
  return { perSecond, givenUp, most: () => most, report: pace.report() };
}

/** Takes so many requests a second, and as many at once as it would have taken in one. */
function ratedServer(perSecond: number): Served {
  let tokens = perSecond;
  let at = 0;
  return {
    answer(_, now) {
      tokens = Math.min(perSecond, tokens + ((now - at) * perSecond) / 1000);
      at = now;
      if (tokens < 1) return undefined;
      tokens -= 1;
      return 100;
    },
  };
}

describe("a server", () => {
  test("that takes everything is soon asked by all", async () => {
    const { perSecond, report, most } = await asked({ answer: () => 100 }, { askers: 400, seconds: 3 });
    expect(most()).toBe(400);
    expect(perSecond(0.5)).toBeGreaterThan(0.95 * 4000);
    expect(report).toMatchObject({ refused: 0, limit: null });
  });

  test("that takes so many at once is asked by about as many", async () => {
    const server: Served = { answer: (underWay) => (underWay > 20 ? undefined : 100) };
    const { perSecond, report, givenUp } = await asked(server, { askers: 100, seconds: 20 });
    expect(perSecond(2)).toBeGreaterThan(0.85 * 200);
    expect(report.limit).toBeGreaterThan(14);
    expect(report.limit).toBeLessThan(32);
    expect(report.refused / report.calls).toBeLessThan(0.2);
    expect(givenUp).toBeLessThan(5);
  });

  test.each([
    ["and says nothing of when", undefined],
    ["and says when", 1000],
  ])("that takes so many a second %s gets nearly that", async (_, retryAfterMs) => {
    const server = { ...ratedServer(50), ...(retryAfterMs !== undefined && { retryAfterMs }) };
    const { perSecond, givenUp, report } = await asked(server, { askers: 100, seconds: 30 });
    expect(perSecond(3)).toBeGreaterThan(0.85 * 50);
    expect(givenUp / report.calls).toBeLessThan(0.01);
  });

  test("that refuses some whatever comes is not asked less", async () => {
    const random = seeded(7);
    const server: Served = { answer: () => (random() < 0.1 ? undefined : 100) };
    const { perSecond } = await asked(server, { askers: 50, seconds: 20 });
    // the others wait before they try again: 2.5 s on average for each refusal
    expect(perSecond(2)).toBeGreaterThan(100);
  });

  test("that only gets slower is not asked by ever more", async () => {
    const server: Served = { answer: (underWay) => Math.max(100, underWay * 2) };
    const { most, perSecond } = await asked(server, { askers: 2000, seconds: 8 });
    expect(perSecond(2)).toBeGreaterThan(0.9 * 500);
    expect(most()).toBeLessThan(1000);
  });

  test("that recovers is asked by all again", async () => {
    const server: Served = {
      answer: (underWay, now) => (now < 5000 && underWay > 10 ? undefined : 100),
    };
    const { perSecond } = await asked(server, { askers: 100, seconds: 30 });
    expect(perSecond(20)).toBeGreaterThan(0.9 * 1000);
  });

  test("that says that nothing is left is left alone until then", async () => {
    const clock = manualClock();
    const pace = createPace({ clock, ...plain });
    pace.told({ remaining: 0, resetMs: 500 });
    let begun = false;
    const call = ask(pace, () => {
      begun = true;
    });
    await clock.advance(499, 1);
    expect(begun).toBe(false);
    await clock.advance(2, 1);
    await call;
    expect(pace.report().waitedMs.pause).toBe(500);
  });
});

test("a server that asks to be left alone for long is told of, once until that is over", async () => {
  const clock = manualClock();
  const told: number[] = [];
  const pace = createPace({ clock, ...plain, paused: (ms) => void told.push(ms) });
  pace.told({ remaining: 0, resetMs: 4000 });
  pace.told({ remaining: 0, resetMs: 60_000 });
  await clock.advance(1000);
  pace.told({ remaining: 0, resetMs: 59_000 });
  expect(told).toEqual([60_000]);
  await clock.advance(60_000);
  pace.told({ remaining: 0, resetMs: 1e9 });
  expect(told).toEqual([60_000, 300_000]);
});

describe("a limit per minute", () => {
  test("of requests is kept evenly", async () => {
    const { perSecond } = await asked(
      { answer: () => 50 },
      { askers: 20, seconds: 20, requestsPerMinute: 600 },
    );
    expect(perSecond(0)).toBeCloseTo(10, 0);
    expect(perSecond(3, 4)).toBe(10);
  });

  test("of tokens is kept by what calls have used so far", async () => {
    const { perSecond } = await asked(
      { answer: () => 50 },
      { askers: 20, seconds: 30, tokensPerMinute: 60_000 },
    );
    expect(perSecond(5)).toBeCloseTo(10, 0);
  });

  test("of tokens holds from the beginning: one call shows what they use", async () => {
    const { perSecond, most } = await asked(
      { answer: () => 50 },
      { askers: 20, seconds: 60, tokensPerMinute: 600 },
    );
    expect(perSecond(0, 60) * 60).toBe(6);
    expect(most()).toBe(1);
  });
});

test("of a limit that others keep as well only a part is taken, as large as it is at the time", async () => {
  const clock = manualClock();
  let share = 0.5;
  const others = { share: () => share, pauseMs: () => 0, paused: () => undefined };
  const pace = createPace({ clock, ...plain, requestsPerMinute: 60, shared: others });
  const startedAt = clock.monotonic();
  await ask(pace);
  const second = ask(pace).then(() => clock.monotonic() - startedAt);
  await clock.advance(2001, 1);
  expect(await second).toBe(2000);
  share = 1;
  const third = ask(pace);
  await clock.advance(2001, 1);
  await third;
  const fourth = ask(pace).then(() => clock.monotonic() - startedAt);
  await clock.advance(1001, 1);
  expect(await fourth).toBeLessThanOrEqual(5003);
});

test("a pause that the server asked somebody else for is kept, and one that it asks for here is told", async () => {
  const clock = manualClock();
  let pauseMs = 500;
  const told: number[] = [];
  const others = { share: () => 1, pauseMs: () => pauseMs, paused: (ms: number) => void told.push(ms) };
  const pace = createPace({ clock, ...plain, shared: others });
  const startedAt = clock.monotonic();
  const first = ask(pace).then(() => clock.monotonic() - startedAt);
  pauseMs = 0;
  await clock.advance(501, 1);
  expect(await first).toBe(500);
  pace.told({ remaining: 0, resetMs: 2000 });
  expect(told).toEqual([2000]);
});

test("who gives up waiting takes nobody's turn", async () => {
  const clock = manualClock();
  const pace = createPace({ clock, ...plain, requestsPerMinute: 60 });
  const gone = new AbortController();
  await ask(pace);
  const left = ask(pace, undefined, gone.signal);
  const stays = ask(pace);
  gone.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  await clock.advance(1001, 1);
  await stays;
  await expect(ask(pace, undefined, gone.signal)).rejects.toMatchObject({ code: "cancelled" });
});

const ask = (pace: Pace, work: () => void = () => undefined, signal?: AbortSignal) =>
  pace.run({ kind: "k", signal, work: async () => work(), tokensOf: () => undefined });

test("the clock sleeps only while somebody waits", async () => {
  const clock: Clock & { readonly sleeping: number } = manualClock();
  const pace = createPace({ clock, ...plain });
  await Promise.all(Array.from({ length: 10 }, () => ask(pace)));
  expect(clock.sleeping).toBe(0);
});

describe("a call that is refused", () => {
  const refusal = (retryAfterMs?: number) =>
    new TransportError("rate_limit", "too many", { status: 429, retryAfterMs });
  const call = (pace: Pace, work: () => Promise<void>, isRepeatable = true) =>
    pace.run({ kind: "k", work, tokensOf: () => undefined, isRepeatable });

  test("while others are taken is sent again before those that wait", async () => {
    const clock = manualClock();
    const pace = createPace({ clock, ...plain, requestsPerMinute: 60 });
    const order: string[] = [];
    const once = (name: string) => async () => {
      order.push(name);
      if (order.length === 2) throw refusal();
    };
    const calls = ["first", "refused", "last"].map((name) => call(pace, once(name)));
    await clock.advance(4000, 500);
    await Promise.all(calls);
    expect(order).toEqual(["first", "refused", "refused", "last"]);
    expect(pace.report()).toMatchObject({ calls: 4, refused: 1 });
  });

  test("by a server that takes nothing has failed, and so have those that wait to be sent again", async () => {
    const clock = manualClock();
    const pace = createPace({ clock, ...plain });
    let sent = 0;
    const refused = async () => {
      sent += 1;
      await clock.sleep(2);
      throw refusal();
    };
    const ends = Promise.allSettled(Array.from({ length: 5 }, () => call(pace, refused)));
    await clock.advance(5000, 10);
    expect((await ends).map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    expect(sent).toBeLessThan(30);
  });

  test("has failed at once where nothing is to be sent again", async () => {
    const pace = createPace({ clock: manualClock(), ...plain });
    await call(pace, async () => undefined);
    await expect(call(pace, () => Promise.reject(refusal()), false)).rejects.toThrow("too many");
    expect(pace.report().calls).toBe(2);
  });

  test("with all others, for a time that the server names, is told to whoever asks with the same key", async () => {
    const clock = manualClock();
    const told: number[] = [];
    const others = { share: () => 1, pauseMs: () => 0, paused: (ms: number) => void told.push(ms) };
    const pace = createPace({ clock, ...plain, shared: others });
    const ends = Promise.allSettled(
      Array.from({ length: 8 }, () => call(pace, () => Promise.reject(refusal(20_000)))),
    );
    expect((await ends).every(({ status }) => status === "rejected")).toBe(true);
    expect(told).toEqual([20_000]);
  });
});
