import { describe, expect, test } from "vitest";
import { TransportError } from "../base/index.ts";
import { manualClock } from "../base/testing/manual-clock.ts";
import { answerKey, type Task } from "../pipeline/index.ts";
import type { RunEvents } from "./events.ts";
import { createOutages, type Outages } from "./outages/outages.ts";
import { type RunOptions, runTasks } from "./run-tasks.ts";
import { samplePlan, sampleResult, shortKey } from "./testing/sample-run.ts";

const down = new TransportError("connection", "ECONNREFUSED");
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Models that a test takes away and gives back, each with a server of its own. */
function servers(ids: { readonly answering: readonly string[]; readonly parsing: readonly string[] }) {
  const clock = manualClock();
  const outages: Outages = createOutages({ clock, patienceMs: 600_000 });
  const away = new Set<string>();
  const watch = (role: "answering" | "parsing", id: string) =>
    outages.watch({
      ...{ key: id, name: id, use: { role, id }, probeTimeoutMs: 1000 },
      probe: async () => {
        if (away.has(id)) throw down;
      },
    });
  const watches = new Map([
    ...ids.answering.map((id) => [id, watch("answering", id)] as const),
    ...ids.parsing.map((id) => [id, watch("parsing", id)] as const),
  ]);
  /** A call of a model, as a stage makes it. */
  const call = (id: string, signal: AbortSignal) =>
    watches.get(id)?.call(async () => {
      await turn();
      if (away.has(id)) throw down;
    }, signal);
  /** Asks both models; where one is lost the result says so, as the pipeline's does. */
  const execute: RunOptions["execute"] = async (task, { answers, signal }) => {
    try {
      await answers.share(answerKey(task), async () => call(task.answering.id, signal));
      await call(task.parsing.id, signal);
      return sampleResult(task);
    } catch (error) {
      if (signal.aborted) throw error;
      return sampleResult(task, "connection");
    }
  };
  return { clock, outages, away, execute, watches };
}

const questions = (count: number) => Array.from({ length: count }, (_, at) => `q${at}`);

describe("one of two models is away", () => {
  const start = () => {
    const models = servers({ answering: ["a", "b"], parsing: ["j"] });
    const written: string[] = [];
    const told: string[] = [];
    const events: RunEvents = {
      serverChanged: ({ names, state }) => told.push(`${names} ${state}`),
    };
    models.away.add("b");
    const run = runTasks(samplePlan({ questions: questions(20), answering: ["a", "b"], judges: ["j"] }), {
      concurrency: 2,
      ...models,
      events: [events],
      sinks: [{ name: "memory", write: (_result, task: Task) => void written.push(shortKey(task)) }],
    });
    return { ...models, run, written, told };
  };

  test("its tasks take no place: all of the other's are finished meanwhile", async () => {
    const { clock, run, written, told, away } = start();
    while (written.length < 20) await clock.advance(100);
    expect(clock.now()).toBeLessThan(60_000);
    expect(written.every((key) => key.includes(" a "))).toBe(true);
    expect(told).toEqual(["b paused"]);
    await turn();
    away.clear();
    for (let step = 0; step < 5; step += 1) await clock.advance(60_000);
    expect(await run).toMatchObject({ status: "completed", finished: 40, lost: [] });
    expect(new Set(written).size).toBe(40);
    expect(told).toEqual(["b paused", "b reachable"]);
  });

  test("and is given up: its tasks are left, and nothing is written of them", async () => {
    const { clock, run, written } = start();
    for (let step = 0; step < 60; step += 1) await clock.advance(60_000);
    const report = await run;
    expect(report).toMatchObject({ status: "unreachable", total: 40, finished: 20 });
    expect(report.lost).toEqual([{ names: ["b"], error: down }]);
    expect(written).toHaveLength(20);
  });

  test("and somebody cancels", async () => {
    const models = servers({ answering: ["a"], parsing: ["j"] });
    models.away.add("a");
    const stop = new AbortController();
    const run = runTasks(samplePlan({ questions: questions(3), answering: ["a"], judges: ["j"] }), {
      concurrency: 2,
      ...models,
      signal: stop.signal,
    });
    await models.clock.advance(1000);
    stop.abort();
    expect(await run).toMatchObject({ status: "cancelled", finished: 0 });
  });

  test("and the run's time is over: what waits is left", async () => {
    const models = servers({ answering: ["a"], parsing: ["j"] });
    models.away.add("a");
    const run = runTasks(samplePlan({ questions: questions(3), answering: ["a"], judges: ["j"] }), {
      concurrency: 2,
      ...models,
      batchTimeoutMs: 10_000,
    });
    for (let step = 0; step < 4; step += 1) await models.clock.advance(4000);
    expect(await run).toMatchObject({ status: "timed_out", finished: 0, lost: [] });
  });
});

test("the tasks of a judge that is away wait with a limited number of answers in memory", async () => {
  const { clock, away, execute, outages } = servers({ answering: ["a"], parsing: ["j", "k"] });
  away.add("k");
  let alive = 0;
  const finished: string[] = [];
  const run = runTasks(samplePlan({ questions: questions(3000), answering: ["a"], judges: ["j", "k"] }), {
    concurrency: 4,
    clock,
    outages,
    async execute(task, context) {
      const result = await execute(task, context);
      alive = Math.max(alive, Reflect.get(context.answers, "size"));
      return result;
    },
    events: [{ taskFinished: ({ task }) => finished.push(task.parsing.id) }],
  });
  for (let before = -1; before < finished.length; ) {
    before = finished.length;
    await clock.advance(2000);
    for (let turns = 0; turns < 100; turns += 1) await turn();
  }
  expect(finished.length).toBeGreaterThan(900);
  expect(alive).toBeLessThan(1100);
  away.clear();
  for (let step = 0; step < 5; step += 1) await clock.advance(60_000);
  expect(await run).toMatchObject({ status: "completed", finished: 6000 });
});

test("what an outage has cut short in the middle is begun anew, and is a result only then", async () => {
  const { clock, outages, watches, away } = servers({ answering: ["a"], parsing: ["j"] });
  const written: string[] = [];
  const told: string[] = [];
  let attempts = 0;
  const run = runTasks(samplePlan({ questions: ["q"], answering: ["a"], judges: ["j"] }), {
    concurrency: 1,
    clock,
    outages,
    sinks: [{ name: "memory", write: (result) => void written.push(String(result.template?.verifyResult)) }],
    events: [
      {
        taskStarted: () => told.push("started"),
        taskPutBack: () => told.push("put back"),
        taskFinished: () => told.push("finished"),
      },
    ],
    // an agent that loses its model after it has begun cannot go on
    async execute(task, { answers, signal }) {
      const { value } = await answers.share(answerKey(task), async () => {
        attempts += 1;
        if (attempts > 1) return "whole";
        away.add("a");
        await watches.get("a")?.failed(down, signal);
        return "partial";
      });
      return sampleResult(task, value === "partial" ? "connection" : undefined);
    },
  });
  for (let step = 0; step < 5; step += 1) await clock.advance(400);
  away.clear();
  for (let step = 0; step < 3; step += 1) await clock.advance(5000);
  expect(await run).toMatchObject({ status: "completed", finished: 1 });
  expect(written).toEqual(["true"]);
  expect(told).toEqual(["started", "put back", "started", "finished"]);
});

test("a task that outages cut short again and again is finished in the end with what it has", async () => {
  const { clock, outages, watches, away } = servers({ answering: ["a"], parsing: ["j"] });
  let begun = 0;
  let putBack = 0;
  const run = runTasks(samplePlan({ questions: ["q"], answering: ["a"], judges: ["j"] }), {
    concurrency: 1,
    clock,
    outages,
    events: [
      {
        serverChanged: ({ state }) => {
          if (state === "paused") away.clear();
        },
        taskPutBack: () => {
          putBack += 1;
        },
      },
    ],
    async execute(task, { signal }) {
      begun += 1;
      await turn();
      away.add("a");
      await watches.get("a")?.failed(down, signal);
      return sampleResult(task, "connection");
    },
  });
  for (let step = 0; step < 60; step += 1) await clock.advance(5000);
  expect(await run).toMatchObject({ status: "completed", finished: 1 });
  expect([begun, putBack]).toEqual([6, 5]);
});
