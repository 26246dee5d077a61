import { describe, expect, test } from "vitest";
import { TransportError } from "../../base/index.ts";
import { hurriedClock } from "../../base/testing/hurried-clock.ts";
import { patienceWith, type ServerState, type WatchOptions, watchServer } from "./server-watch.ts";

const down = () => new TransportError("connection", "ECONNREFUSED");
const refused = () => new TransportError("permanent", "status 401", { status: 401 });
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A server that a test turns on and off, watched. */
function watched(more: Partial<WatchOptions> = {}) {
  const server = { error: undefined as TransportError | undefined, probes: 0, calls: 0 };
  const states: ServerState[] = [];
  const clock = hurriedClock();
  const ask = () => {
    if (server.error !== undefined) throw server.error;
  };
  const watch = watchServer({
    probe: async () => {
      server.probes += 1;
      ask();
    },
    probeTimeoutMs: 1000,
    clock,
    patienceMs: 900_000,
    changed: (state) => states.push(state),
    ...more,
  });
  const call = (signal?: AbortSignal) =>
    watch.call(async () => {
      server.calls += 1;
      await turn();
      ask();
      return "reply";
    }, signal);
  return { server, states, clock, watch, call };
}

describe("a server that is away for a while", () => {
  test("is waited for, and every call that met it is made again", async () => {
    const { server, states, clock, watch, call } = watched({
      probe: async () => {
        if (clock.monotonic() < 300_000) throw down();
        server.error = undefined;
      },
    });
    server.error = down();
    const calls = [call(), call(), call()];
    expect(await Promise.all(calls)).toEqual(["reply", "reply", "reply"]);
    expect(states).toEqual(["paused", "reachable"]);
    expect(watch.state).toBe("reachable");
    expect(server.calls).toBe(6);
  });

  test("is asked with growing patience, by one probe at a time", async () => {
    const asked: number[] = [];
    let open = 0;
    const { server, clock, call } = watched({
      probe: async () => {
        asked.push(clock.monotonic());
        open += 1;
        expect(open).toBe(1);
        await turn();
        open -= 1;
        throw down();
      },
    });
    server.error = down();
    const failed = await Promise.allSettled([call(), call(), call(), call()]);
    expect(failed.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    const waits = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(waits.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect(asked.at(-1)).toBe(900_000);
  });

  test("holds back calls that have not begun", async () => {
    const third = Promise.withResolvers<void>();
    const { server, states, call } = watched({
      probe: async () => {
        server.probes += 1;
        if (server.probes < 3) throw down();
        await third.promise;
      },
    });
    server.error = down();
    const held = [call()];
    while (server.probes < 3) await turn();
    expect(states).toEqual(["paused"]);
    server.error = undefined;
    held.push(call(), call());
    await turn();
    expect(server.calls).toBe(1);
    third.resolve();
    expect(await Promise.all(held)).toEqual(["reply", "reply", "reply"]);
    expect(server.calls).toBe(4);
  });
});

test("a server that stays away is given up after the patience of the run, and no call is made any more", async () => {
  const { server, states, clock, watch, call } = watched({ patienceMs: 60_000 });
  server.error = down();
  await expect(call()).rejects.toThrow("ECONNREFUSED");
  expect(states).toEqual(["paused", "lost"]);
  expect(clock.monotonic()).toBe(60_000);
  const { calls } = server;
  server.error = undefined;
  await expect(call()).rejects.toThrow("ECONNREFUSED");
  expect(server.calls).toBe(calls);
  expect(watch.state).toBe("lost");
});

test("the time that a refusal is waited for is said to be that", () => {
  expect(patienceWith(refused(), 900_000)).toBe(10_000);
  expect(patienceWith(refused(), 5000)).toBe(5000);
  expect(patienceWith(new TransportError("connection", "away"), 900_000)).toBe(900_000);
});

test("a refusal is not waited for long", async () => {
  const { server, states, clock, call } = watched();
  server.error = refused();
  await expect(call()).rejects.toThrow("status 401");
  expect(states).toEqual(["paused", "lost"]);
  expect(clock.monotonic()).toBeLessThan(20_000);
});

test("a refusal in the middle of a restart is not the end of it", async () => {
  const said: readonly (TransportError | undefined)[] = [
    down(),
    down(),
    down(),
    refused(),
    down(),
    undefined,
  ];
  const { server, states, call } = watched({
    probe: async () => {
      const next = said[server.probes];
      server.probes += 1;
      server.error = next;
      if (next !== undefined) throw next;
    },
  });
  server.error = down();
  expect(await call()).toBe("reply");
  expect(states).toEqual(["paused", "reachable"]);
});

describe("a rate limit", () => {
  const limited = (retryAfterMs?: number) =>
    new TransportError("rate_limit", "status 429", { status: 429, retryAfterMs });

  test("that stays is an outage: it is waited for, and every call that met it is made again", async () => {
    const asked: number[] = [];
    const { server, states, clock, call } = watched({
      probe: async () => {
        asked.push(clock.monotonic());
        if (clock.monotonic() < 200_000) throw limited();
        server.error = undefined;
      },
    });
    server.error = limited();
    expect(await Promise.all([call(), call()])).toEqual(["reply", "reply"]);
    expect(states).toEqual(["paused", "reachable"]);
    expect(asked).toEqual([1000, 3000, 7000, 15_000, 31_000, 63_000, 123_000, 183_000, 243_000]);
  });

  test("is not asked before the time that the server names, and the run says at once that it waits", async () => {
    const asked: number[] = [];
    const { server, states, clock, call } = watched({
      probe: async () => {
        asked.push(clock.monotonic());
        expect(states).toEqual(["paused"]);
        if (asked.length === 1) throw limited(80_000);
        server.error = undefined;
      },
    });
    server.error = limited(90_000);
    expect(await call()).toBe("reply");
    expect(asked).toEqual([90_000, 170_000]);
    expect(states).toEqual(["paused", "reachable"]);
  });

  test("is given up after the patience of the run", async () => {
    const { server, states, clock, call } = watched({ patienceMs: 60_000 });
    server.error = limited();
    await expect(call()).rejects.toThrow("status 429");
    expect(states).toEqual(["paused", "lost"]);
    expect(clock.monotonic()).toBe(60_000);
  });

  test("is the call's own while others have replies: nobody asks the server", async () => {
    const { server, states, watch, call } = watched();
    const failing = watch.call(() => Promise.reject(limited()), undefined);
    expect(await call()).toBe("reply");
    await expect(failing).rejects.toThrow("status 429");
    expect(server.probes).toBe(0);
    expect(states).toEqual([]);
  });

  test("of one prompt alone, as one that is too long for it, is the call's own", async () => {
    const { server, states, watch, call } = watched();
    for (let count = 1; count <= 30; count += 1) {
      await expect(watch.call(() => Promise.reject(limited()), undefined)).rejects.toThrow("status 429");
      expect(await call()).toBe("reply");
    }
    expect(server.probes).toBe(30);
    expect(states).toEqual([]);
  });

  test("goes on when a call is answered that it had let in before", async () => {
    const { server, states, clock, watch, call } = watched({
      probe: async () => {
        if (clock.monotonic() < 100_000) throw limited();
        server.error = undefined;
      },
    });
    const before = Promise.withResolvers<string>();
    const early = watch.call(() => before.promise, undefined);
    server.error = limited();
    const waiting = call();
    while (states.length === 0) await turn();
    before.resolve("reply");
    expect(await early).toBe("reply");
    expect(await waiting).toBe("reply");
    expect(clock.monotonic()).toBeGreaterThanOrEqual(100_000);
    expect(states).toEqual(["paused", "reachable"]);
  });
});

describe("a call that fails by itself", () => {
  test.each([
    ["a server error at one prompt", new TransportError("server_error", "status 500", { status: 500 })],
    ["a prompt that is refused", new TransportError("permanent", "status 403", { status: 403 })],
    ["a slow reply", new TransportError("timeout", "no reply within 120 s")],
  ])("%s: the server answers a probe, and the failure stays", async (_name, error) => {
    const { server, states, watch } = watched();
    const failing = watch.call(async () => {
      await turn();
      throw error;
    }, undefined);
    await watch.call(async () => "reply", undefined);
    await expect(failing).rejects.toBe(error);
    expect(server.probes).toBe(1);
    expect(states).toEqual([]);
  });

  test("while nobody had a reply is made once more: the server may have just come back", async () => {
    const { server, states, watch } = watched();
    let calls = 0;
    const failing = (times: number) => async (retried: () => void) => {
      calls += 1;
      retried();
      if (calls <= times) throw down();
      return "reply";
    };
    expect(await watch.call(failing(1), undefined)).toBe("reply");
    expect(server.probes).toBe(1);
    calls = 0;
    await expect(watch.call(failing(9), undefined)).rejects.toThrow(
      "ECONNREFUSED (the call was made 2 times, with 2 retries in all)",
    );
    expect(calls).toBe(2);
    expect(states).toEqual([]);
  });

  test.each([
    ["a wrong request", new TransportError("permanent", "status 400", { status: 400 })],
    ["a defect", new TypeError("x is undefined")],
  ])("%s says nothing about the server: nobody asks it", async (_name, error) => {
    const { server, states, watch } = watched();
    await expect(watch.call(() => Promise.reject(error), undefined)).rejects.toBe(error);
    expect(server.probes).toBe(0);
    expect(states).toEqual([]);
  });

  test("one probe that fails is bad luck", async () => {
    const { server, states, watch } = watched({
      probe: async () => {
        server.probes += 1;
        if (server.probes === 1) throw down();
      },
    });
    await expect(watch.call(() => Promise.reject(down()), undefined)).rejects.toThrow("ECONNREFUSED");
    expect(states).toEqual([]);
  });

  test("a reply to another call says that the server is there", async () => {
    const { server, states, watch, call } = watched({
      probe: ({ signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(down()))),
    });
    const failing = watch.call(() => Promise.reject(down()), undefined);
    server.error = undefined;
    expect(await call()).toBe("reply");
    await expect(failing).rejects.toThrow("ECONNREFUSED");
    expect(states).toEqual([]);
  });
});

test("a call that one outage after the other interrupts fails in the end", async () => {
  const { server, call, states } = watched({
    probe: async () => {
      server.probes += 1;
      if (server.probes % 3 !== 0) throw down();
    },
  });
  server.error = down();
  await expect(call()).rejects.toThrow("ECONNREFUSED");
  expect(states).toEqual(Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? "paused" : "reachable")));
});

describe("a model that answers probes and nothing else", () => {
  const failing = (watch: ReturnType<typeof watched>["watch"], error: TransportError) =>
    watch.call(() => Promise.reject(error), undefined).catch(() => "failed");
  const broken = new TransportError("server_error", "status 500", { status: 500 });

  test("is given up after 25 calls that failed in one way", async () => {
    const { states, watch } = watched();
    for (let count = 1; count <= 24; count += 1) await failing(watch, broken);
    expect(states).toEqual([]);
    await failing(watch, broken);
    expect(states).toEqual(["lost"]);
  });

  test("is not, once it has replied", async () => {
    const { states, watch } = watched();
    await watch.call(async () => "reply", undefined);
    for (let count = 1; count <= 60; count += 1) await failing(watch, broken);
    expect(states).toEqual([]);
  });

  test.each([400, 413, 422])(
    "is not for requests that are wrong by themselves, status %i",
    async (status) => {
      const { states, watch } = watched();
      const error = new TransportError("permanent", "too long", { status });
      for (let count = 1; count <= 60; count += 1) await failing(watch, error);
      expect(states).toEqual([]);
    },
  );
});

test("whoever cancels does not wait", async () => {
  const { server, call, watch } = watched({ probe: () => new Promise(() => undefined) });
  server.error = down();
  const stop = new AbortController();
  const waiting = call(stop.signal);
  await turn();
  await turn();
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  watch.stop();
});

test("at the end of a run nobody waits any longer, and nothing is asked again", async () => {
  const probing = Promise.withResolvers<void>();
  const { server, states, call, watch } = watched({
    probe: ({ signal }) => {
      probing.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(down())));
    },
  });
  server.error = down();
  const waiting = call();
  await probing.promise;
  watch.stop();
  await expect(waiting).rejects.toThrow("The run ended");
  expect(watch.state).toBe("lost");
  expect(states).toEqual([]);
});
