import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../base/index.ts";
import { hurriedClock } from "../base/testing/hurried-clock.ts";
import type { ServedReply } from "../models/testing/index.ts";
import { benchmarkOf, isProbe, model, outcomes, passes, run, serve } from "./testing/outage-run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "outages-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a rate limit that stays", () => {
  const tooMany: ServedReply = { status: 429, headers: { "retry-after": "20" }, body: {} };

  test.each([1, 8])("for a while: all tasks finish, %i at a time, and nothing failed", async (workers) => {
    const clock = hurriedClock();
    let limitedAt = Number.POSITIVE_INFINITY;
    let asked = 0;
    await using server = await serve((_request, index) => {
      if (index === 12) limitedAt = clock.monotonic();
      const since = clock.monotonic() - limitedAt;
      if (!(since >= 0 && since < 600_000)) return undefined;
      asked += 1;
      return tooMany;
    });
    const models = { answeringModels: [model("m", server)], parsingModels: [model("m", server)] };
    const { results, states, report } = await run(
      benchmarkOf(30),
      { ...models, asyncMaxWorkers: workers },
      { clock },
    );
    expect(outcomes(results)).toEqual(passes(30));
    expect(states).toEqual(['"m" paused', '"m" reachable']);
    expect(report).toMatchObject({ status: "completed", finished: 30, lost: [] });
    // the first calls with five retries each, then one probe at a time
    expect(asked).toBeLessThan(workers * 6 + 25);
  });

  test.each([
    ["a limit of minutes", { "retry-after": "20" }],
    ["a quota of days", { "retry-after": "86400" }],
    ["a server that names no time", {}],
  ])(
    "for good, %s: the run stops, keeps what is finished, and can be gone on with",
    async (_name, headers) => {
      let isLimited = false;
      await using server = await serve((_request, index) => {
        isLimited ||= index === 20;
        return isLimited ? { status: 429, headers, body: {} } : undefined;
      });
      const output = path.join(folder, "run.jsonl");
      const config = {
        answeringModels: [model("m", server)],
        parsingModels: [model("m", server)],
        asyncMaxWorkers: 4,
        outagePatienceSeconds: 90,
      };
      const first = await run(benchmarkOf(40), config, { output });
      expect(first.states).toEqual(['"m" paused', '"m" lost']);
      expect(first.report).toMatchObject({
        status: "unreachable",
        lost: [{ names: ['"m"'], error: { category: "rate_limit", status: 429 } }],
      });
      expect(new Set(outcomes(first.results))).toEqual(new Set(["pass"]));
      expect(first.warnings.join("\n")).toMatch(/\d+ of 40 tasks have no result/);

      isLimited = false;
      const second = await run(benchmarkOf(40), config, { output, resume: true });
      expect(outcomes(second.results)).toEqual(passes(40));
    },
  );
});

describe("a rate limit that only the probes get past", () => {
  const tooMany: ServedReply = { status: 429, headers: { "retry-after": "20" }, body: {} };

  test.each([1, 8])("for a while: the run waits and goes on, %i at a time", async (workers) => {
    const clock = hurriedClock();
    // as many as give up, and some that are tried one by one after that
    let refusals = Math.max(workers, 3) * 12 + 6;
    await using server = await serve((request, index) => {
      if (index < 12 || isProbe(request) || refusals === 0) return undefined;
      refusals -= 1;
      return tooMany;
    });
    const models = { answeringModels: [model("m", server)], parsingModels: [model("m", server)] };
    const { results, states, report } = await run(
      benchmarkOf(30),
      { ...models, asyncMaxWorkers: workers },
      { clock },
    );
    expect(states).toEqual(['"m" paused', '"m" reachable']);
    expect(report).toMatchObject({ status: "completed", finished: 30 });
    // those before the pause, where they came one by one
    const failed = outcomes(results).filter((outcome) => outcome === "infrastructure_failed");
    expect(failed.length).toBeLessThan(3);
  });

  test.each([1, 8])("for good: the run stops and can be gone on with, %i at a time", async (workers) => {
    let isLimited = false;
    await using server = await serve((request, index) => {
      isLimited ||= index === 20;
      return isLimited && !isProbe(request) ? tooMany : undefined;
    });
    const output = path.join(folder, "run.jsonl");
    const config = {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncMaxWorkers: workers,
      outagePatienceSeconds: 600,
    };
    const first = await run(benchmarkOf(60), config, { output });
    expect(first.states).toEqual(['"m" paused', '"m" lost']);
    expect(first.report).toMatchObject({
      status: "unreachable",
      lost: [{ error: { category: "rate_limit" } }],
    });
    expect(outcomes(first.results).filter((outcome) => outcome !== "pass").length).toBeLessThan(3);

    isLimited = false;
    const second = await run(benchmarkOf(60), config, { output, resume: true });
    expect([...second.results]).toHaveLength(60);
  });

  test("for one question alone, replicates and all, does not stop the run", async () => {
    await using server = await serve((request) =>
      JSON.stringify(request.body).includes("Question 2?") ? tooMany : undefined,
    );
    const { results, report } = await run(benchmarkOf(12), {
      answeringModels: [model("m", server)],
      parsingModels: [model("m", server)],
      asyncMaxWorkers: 1,
      replicateCount: 5,
    });
    expect(report).toMatchObject({ status: "completed", finished: 60 });
    expect(outcomes(results).filter((outcome) => outcome === "pass")).toHaveLength(55);
  });
});

test("a server that takes so many at once is asked by about as many, and its share is told", async () => {
  const callMs = 40; // long beside what making a call takes, also where other tests run
  let underWay = 0;
  await using server = await serve(async () => {
    underWay += 1;
    const isTooMany = underWay > 6;
    await new Promise((resolve) => setTimeout(resolve, callMs));
    underWay -= 1;
    return isTooMany ? { status: 429, headers: { "retry-after-ms": "1" }, body: {} } : undefined;
  });
  const models = { answeringModels: [model("m", server)], parsingModels: [model("m", server)] };
  const { results, report } = await run(
    benchmarkOf(100),
    { ...models, asyncMaxWorkers: 40 },
    { clock: systemClock },
  );
  expect(outcomes(results)).toEqual(passes(100));
  const [pace] = report?.paces ?? [];
  expect(pace).toMatchObject({ model: "m", calls: expect.any(Number) });
  // by number or by time, as it looked from here
  const byTime = ((pace?.perSecond ?? Number.POSITIVE_INFINITY) * callMs) / 1000;
  expect(Math.min(pace?.limit ?? Number.POSITIVE_INFINITY, byTime)).toBeLessThan(20);
  expect(pace?.refused).toBeGreaterThan(0);
});
