import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hurriedClock } from "../base/testing/hurried-clock.ts";
import type { ServedReply } from "../models/testing/index.ts";
import { benchmarkOf, cut, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "outages-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a server that is away in the middle of a run", () => {
  test.each([1, 4, 20])("comes back: all tasks finish, %i at a time, and nothing failed", async (workers) => {
    const clock = hurriedClock();
    let downAt = Number.POSITIVE_INFINITY;
    await using server = await serve((_request, index) => {
      if (index === 12) downAt = clock.monotonic();
      const since = clock.monotonic() - downAt;
      return since >= 0 && since < 300_000 ? cut : undefined;
    });
    const { results, states, report } = await run(
      benchmarkOf(20),
      {
        answeringModels: [model("m", server)],
        parsingModels: [model("m", server)],
        asyncMaxWorkers: workers,
      },
      { clock },
    );
    expect(outcomes(results)).toEqual(passes(20));
    expect(states).toEqual(['"m" paused', '"m" reachable']);
    expect(report).toMatchObject({ status: "completed", finished: 20, lost: [] });
  });

  test("for a moment only: calls that have used up their retries are made once more", async () => {
    let refused = 0;
    await using server = await serve((_request, index) => {
      if (index < 12 || refused >= 60) return undefined;
      refused += 1;
      return cut;
    });
    const { results } = await run(benchmarkOf(20), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncMaxWorkers: 20,
    });
    expect(outcomes(results)).toEqual(passes(20));
  });

  test("is not asked by every task in turn while it is away", async () => {
    let away = 0;
    await using server = await serve((_request, index) => {
      if (index < 6) return undefined;
      away += 1;
      return cut;
    });
    await run(benchmarkOf(200), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncMaxWorkers: 4,
      outagePatienceSeconds: 300,
    });
    // four calls with three retries each, then probes with growing waits
    expect(away).toBeLessThan(35);
  });
});

describe("a server that stays away", () => {
  test("ends the run; what was finished is kept, and the run can be gone on with", async () => {
    let isDown = false;
    await using server = await serve((_request, index) => {
      if (index === 20) isDown = true;
      return isDown ? cut : undefined;
    });
    const output = path.join(folder, "run.jsonl");
    const config = {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncMaxWorkers: 3,
    };
    const first = await run(benchmarkOf(40), config, { output });
    expect(first.states).toEqual(['"m" paused', '"m" lost']);
    expect(first.report).toMatchObject({
      status: "unreachable",
      lost: [{ names: ['"m"'], error: { category: "connection" } }],
    });
    expect(first.report?.finished).toBeGreaterThan(5);
    expect(first.report?.finished).toBeLessThan(40);
    expect(new Set(outcomes(first.results))).toEqual(new Set(["pass"]));
    expect(first.warnings.join("\n")).toMatch(/\d+ of 40 tasks have no result/);

    isDown = false;
    const second = await run(benchmarkOf(40), config, { output, resume: true });
    expect(outcomes(second.results)).toEqual(passes(40));
    expect(second.report?.finished).toBe(40 - (first.report?.finished ?? 0));
  });

  test.each([
    [401, '{"error":{"message":"the key was revoked"}}'],
    [404, '{"error":{"message":"the model was unloaded"}}'],
  ])("for good, as with status %i, is not waited for long", async (status, body) => {
    const clock = hurriedClock();
    await using server = await serve((_request, index) => (index < 20 ? undefined : { status, body }));
    const { states, report } = await run(
      benchmarkOf(40),
      { answeringModels: [model("m", server)], parsingModels: [model("m", server)] },
      { clock },
    );
    expect(states).toEqual(['"m" paused', '"m" lost']);
    expect(report?.status).toBe("unreachable");
    expect(clock.monotonic()).toBeLessThan(60_000);
  });

  test("as the judge alone: answers are not paid for without end", async () => {
    await using answers = await serve(() => undefined);
    await using judge = await serve((_request, index) => (index < 4 ? undefined : cut));
    const { results, states } = await run(benchmarkOf(300), {
      answeringModels: [model("m", answers)],
      parsingModels: [model("j", judge)],
      asyncMaxWorkers: 4,
    });
    expect(states).toEqual(['"j" paused', '"j" lost']);
    expect(new Set(outcomes(results))).toEqual(new Set(["pass"]));
    expect(answers.requests.length).toBeLessThan(15);
  });

  test("as one of three models: the others go on to the end", async () => {
    await using alive = await serve(() => undefined);
    await using dead = await serve((_request, index) => (index < 5 ? undefined : cut));
    const { results, states, report } = await run(benchmarkOf(30), {
      answeringModels: [model("a", alive), model("b", dead), model("c", alive)],
      parsingModels: [model("j", alive)],
      asyncMaxWorkers: 2,
    });
    expect(states).toEqual(['"b" paused', '"b" lost']);
    const count = (name: string) =>
      [...results].filter(({ metadata }) => metadata.answering.modelName === name).length;
    expect([count("a"), count("c")]).toEqual([30, 30]);
    expect(count("b")).toBe(4);
    expect(new Set(outcomes(results))).toEqual(new Set(["pass"]));
    expect(report).toMatchObject({ status: "unreachable", total: 90, finished: 64 });
  });

  test("as one of two judges: what the other judges is finished", async () => {
    await using alive = await serve(() => undefined);
    await using dead = await serve((_request, index) => (index < 5 ? undefined : cut));
    const { results, report } = await run(benchmarkOf(30), {
      answeringModels: [model("a", alive)],
      parsingModels: [model("j", alive), model("k", dead)],
      asyncMaxWorkers: 4,
    });
    const count = (name: string) =>
      [...results].filter(({ metadata }) => metadata.parsing.modelName === name).length;
    expect(count("j")).toBe(30);
    expect(count("k")).toBe(4);
    expect(report).toMatchObject({ status: "unreachable", finished: 34 });
    // each answer was made once
    expect(alive.requests.filter((request) => !isProbe(request))).toHaveLength(60);
  });
});

describe("no reason to pause", () => {
  test("a storm of rate limits: calls are repeated as ever", async () => {
    const seen = new Map<string, number>();
    await using server = await serve((request) => {
      const key = JSON.stringify(request.body);
      seen.set(key, (seen.get(key) ?? 0) + 1);
      return (seen.get(key) ?? 0) <= 4 ? { status: 429, body: {} } : undefined;
    });
    const { results, states } = await run(benchmarkOf(20), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
    });
    expect(outcomes(results)).toEqual(passes(20));
    expect(states).toEqual([]);
  });

  test.each([true, false])("a server with a quarter of faulty replies (retries: %s)", async (retries) => {
    const faults: readonly ServedReply[] = [
      { status: 500, body: {} },
      { status: 503, body: "<html>busy</html>" },
      cut,
      { status: 429, body: {} },
      { body: "{" },
    ];
    let state = 7;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    await using server = await serve((_request, index) =>
      random() < 0.25 ? faults[index % faults.length] : undefined,
    );
    const none = { maxAttempts: 0 };
    const { results, states } = await run(benchmarkOf(150), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      preflight: false,
      ...(!retries && {
        retryPolicy: { connection: none, timeout: none, rateLimit: none, serverError: none },
      }),
    });
    expect(states).toEqual([]);
    expect([...results]).toHaveLength(150);
    expect(outcomes(results)).not.toContain("wrong");
  });

  test("questions that make the server fail, one after the other", async () => {
    await using server = await serve((request) =>
      /Question 1\d\?/.test(JSON.stringify(request.body)) ? { status: 500, body: {} } : undefined,
    );
    const { results, states } = await run(benchmarkOf(25), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncEnabled: false,
    });
    expect(states).toEqual([]);
    expect(outcomes(results).filter((outcome) => outcome === "infrastructure_failed")).toHaveLength(10);
  });
});
