import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { Scenario } from "../benchmark/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { ModelServer } from "../models/testing/index.ts";
import { openResultsFile, readResultLogWalks, VerificationResultSet } from "../result/index.ts";
import { countTurns, turnCountGte } from "../scenario/index.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import {
  asks,
  modelsOn,
  said,
  type Talk,
  talkingServer,
  walkingBenchmark,
  walksOf,
  walkThrough,
} from "./testing/walking.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "walks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A loop with a simulated user that gives up, functions and a branch. */
const talks = new Scenario("talks", { turnLimit: 6 })
  .addNode("talk", {
    ...asks("Hello?"),
    user: { persona: "a customer", goal: "money", turnLimit: 4, seed: 5 },
    stateUpdate: (gathered, { x }) => ({ ...gathered, sum: Number(gathered.sum ?? 0) + Number(x ?? 0) }),
  })
  .addNode("thanks", asks("Thank you."))
  .addEdge("talk", "thanks", { when: { user_stop: "goal_reached" } })
  .addEdge("talk", "__end__", { when: { "accumulated.sum": { gte: 9 } } })
  .addEdge("talk", "__end__", { when: { user_stop: "turn_limit" } })
  .addEdge("talk", "talk")
  .addEdge("thanks", "__end__")
  .setEntry("talk");

/** What is said depends on nothing but what was said before. */
const steady: Talk = ({ kind, model, turn, last, messages }) => {
  if (kind === "user") {
    const turns = last.split("<agent_said>").length - 1;
    if (last.includes("x=3")) return '{"message":"","stop":"goal_reached"}';
    return JSON.stringify({ message: `More, please (${turns}).`, stop: "no" });
  }
  if (kind !== "answer") return undefined;
  return `ok=${turn % 2 === 1} x=${model === "m1" ? turn : 1} of ${messages.length}`;
};

const config = (server: ModelServer, more: VerificationConfig = {}): VerificationConfig => ({
  ...modelsOn(server),
  answeringModels: ["m1", "m2"].map((modelName) => ({ modelName, endpointBaseUrl: server.url })),
  replicateCount: 2,
  ...more,
});

function benchmark() {
  const of = walkingBenchmark(talks);
  of.addQuestion({ ...asks("Alone?").question, id: "alone" });
  return of;
}

const go = (server: ModelServer, options: RunVerificationOptions, more: VerificationConfig = {}) =>
  walkThrough(benchmark(), config(server, more), options);

test("killed at any moment and resumed, a run comes to what it comes to undisturbed", async () => {
  await using server = await talkingServer(steady);
  const output = path.join(folder, "whole.jsonl");
  const whole = await go(server, { output });
  expect(new Set(walksOf(whole))).toEqual(
    new Set(["completed: talk talk talk thanks", "completed: talk talk talk talk"]),
  );
  const text = await readFile(output);
  const afterHeader = text.indexOf("\n") + 1;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: afterHeader, max: text.length }), async (end) => {
      const log = path.join(folder, `cut-${end}.jsonl`);
      // what a process leaves that is killed: its log up to some byte
      await writeFile(log, text.subarray(0, end));
      const resumed = await go(server, { output: log, resume: true });
      expect(said(resumed)).toEqual(said(whole));
    }),
    { numRuns: propertyRuns(5), examples: [[afterHeader], [text.length], [text.length - 40]] },
  );
});

test("finished turns are not asked again, or all of them where walks are to begin again", async () => {
  let asked = 0;
  await using server = await talkingServer((request) => {
    if (request.kind === "answer") asked += 1;
    return steady(request);
  });
  const output = path.join(folder, "run.jsonl");
  const one = { ...modelsOn(server), asyncEnabled: false };
  const whole = await walkThrough(walkingBenchmark(talks), one, { output });
  const turns = asked;
  const lines = (await readFile(output, "utf8")).trimEnd().split("\n");
  const resumed = async (kept: number, more: VerificationConfig = {}) => {
    asked = 0;
    const log = path.join(folder, `${kept}.jsonl`);
    await writeFile(log, `${lines.slice(0, 1 + kept).join("\n")}\n`);
    const set = await walkThrough(
      walkingBenchmark(talks),
      { ...one, ...more },
      { output: log, resume: true },
    );
    expect(said(set)).toEqual(said(whole));
    return asked;
  };
  expect(await resumed(2)).toBe(turns - 2);
  // only the record of the walk is missing
  expect(await resumed(turns)).toBe(0);
  expect(await resumed(2, { scenarioResume: "begin_again" })).toBe(turns);
});

test("a record that contradicts its turns, its scenario or its criteria is not believed", async () => {
  let asked = 0;
  await using server = await talkingServer((request) => {
    if (request.kind === "answer") asked += 1;
    return steady(request);
  });
  const output = path.join(folder, "run.jsonl");
  const judged = talks.addOutcome("long", turnCountGte(4)).addOutcome("turns", countTurns({ node: "talk" }));
  const whole = await walkThrough(walkingBenchmark(judged), modelsOn(server), { output });
  const lines = (await readFile(output, "utf8")).trimEnd().split("\n");
  const { record, ...entry } = JSON.parse(lines.at(-1) ?? "");
  const [first, ...others] = record.history;
  const changes = [
    {},
    { path: record.path.slice(1) },
    { turn_count: 1, path: record.path.slice(0, 1), history: [first] },
    { path: record.path.with(1, "thanks") },
    { history: [{ ...first, verify_result: !first.verify_result }, ...others] },
    { history: [...others, first] },
    { history: record.history.with(1, { ...others[0], arrived_by: 99 }) },
    { history: record.history.with(1, { ...others[0], arrived_by: 0 }) },
    { ended_by: record.history[1].arrived_by },
    { status: "error" },
    { outcome_results: {} },
    { outcome_results: { ...record.outcome_results, more: true } },
    { outcome_results: { ...record.outcome_results, long: "yes" } },
    { outcome_results: { ...record.outcome_results, turns: true } },
    // what it may be, and is not
    { outcome_results: { ...record.outcome_results, long: !record.outcome_results.long } },
    { outcome_results: { ...record.outcome_results, turns: record.outcome_results.turns + 1 } },
    { history: [{ ...first, raw_response: "ok=false" }, ...others] },
    { history: [{ ...first, parsed_fields: { ...first.parsed_fields, x: 2 } }, ...others] },
    { history: [{ ...first, question_text: "Bye?" }, ...others] },
    { scenario_id: "other" },
    { status: "error", ended_by: null, terminal_failure: { category: "parsing", stage: "ParseTemplate" } },
  ];
  for (const [at, change] of changes.entries()) {
    const log = path.join(folder, `${at}.jsonl`);
    const changed = JSON.stringify({ ...entry, record: { ...record, ...change } });
    await writeFile(log, `${[...lines.slice(0, -1), changed].join("\n")}\n`);
    asked = 0;
    const opened: string[] = [];
    await Array.fromAsync((await openResultsFile(log, folder, (text) => opened.push(text))).walks());
    expect({ at, opened: opened.length }).toEqual({ at, opened: at === 0 || at === 11 ? 0 : 1 });
    const warnings: string[] = [];
    const warn = (text: string) => warnings.push(text);
    const resumed = await walkThrough(walkingBenchmark(judged), modelsOn(server), {
      ...{ output: log, resume: true, warn },
    });
    expect({ at, ...said(resumed), asked }).toEqual({ at, ...said(whole), asked: 0 });
    const told = warnings.filter((text) => text.includes("worked out again"));
    expect({ at, told: told.length }).toEqual({ at, told: at === 0 ? 0 : 1 });
  }
});

test("a walk that begins again and takes another way leaves nothing of its first", async () => {
  let isHurried = false;
  await using server = await talkingServer((asked) =>
    isHurried && asked.kind === "user" ? '{"message":"","stop":"goal_reached"}' : steady(asked),
  );
  const output = path.join(folder, "run.jsonl");
  const again = { ...modelsOn(server), scenarioResume: "begin_again" } as const;
  expect(walksOf(await walkThrough(walkingBenchmark(talks), again, { output }))).toEqual([
    "completed: talk talk talk talk",
  ]);
  const lines = (await readFile(output, "utf8")).trimEnd().split("\n");
  await writeFile(output, `${lines.slice(0, -1).join("\n")}\n`);
  isHurried = true;
  const set = await walkThrough(walkingBenchmark(talks), again, { output, resume: true });
  expect(walksOf(set)).toEqual(["completed: talk thanks"]);
  expect(set.results.map(({ metadata }) => metadata.scenarioNode)).toEqual(["talk", "thanks"]);
});

describe("a run that ends before its walks", () => {
  test("at its time limit: they are cut, say so, and are gone on with", async () => {
    await using server = await talkingServer(steady);
    const output = path.join(folder, "run.jsonl");
    const limited = await go(server, { output }, { batchTimeoutSeconds: 0.001, asyncMaxWorkers: 1 }).catch(
      (error: unknown) => error,
    );
    expect(limited).toBeInstanceOf(VerificationResultSet);
    const status = new Set((limited as VerificationResultSet).scenarioResults?.map((walk) => walk.status));
    const whole = await go(server, {});
    const resumed = await go(server, { output, resume: true }, { asyncMaxWorkers: 1 });
    expect(said(resumed)).toEqual(said(whole));
    expect([...status].filter((one) => one !== "completed" && one !== "timeout")).toEqual([]);
  });

  test("because it is cancelled: a walk without its record is not over", async () => {
    await using server = await talkingServer(steady);
    const output = path.join(folder, "run.jsonl");
    const stop = new AbortController();
    let finished = 0;
    const events = {
      taskFinished: () => {
        finished += 1;
        if (finished === 6) stop.abort();
      },
    };
    await expect(go(server, { output, events, signal: stop.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
    const ended = await Array.fromAsync(readResultLogWalks(output));
    expect(ended.length).toBeLessThan(4);
    const resumed = await go(server, { output, resume: true });
    expect(said(resumed)).toEqual(said(await go(server, {})));
  });
});

describe("an outage in the middle of a walk", () => {
  const down = (talk: Talk, from: number, until: number): Talk => {
    let requests = 0;
    return (asked) => {
      requests += 1;
      const isDown = requests > from && requests <= until;
      return isDown ? { status: 503, body: { error: { message: "down" } } } : talk(asked);
    };
  };

  test("that is over leaves no trace in walks", async () => {
    await using healthy = await talkingServer(steady);
    const whole = await go(healthy, {});
    await using server = await talkingServer(down(steady, 9, 30));
    const states: string[] = [];
    const set = await go(
      server,
      { events: { serverChanged: ({ state }) => states.push(state) } },
      { outagePatienceSeconds: 900 },
    );
    expect(said(set)).toEqual(said(whole));
    expect(new Set(states)).toEqual(new Set(["paused", "reachable"]));
  });

  test("and the end of the time leave what the last word of a simulated user took in the record of its walk", async () => {
    let [isUp, isOver] = [true, false];
    await using server = await talkingServer((asked) => {
      if (!isUp) return { status: 503, body: { error: { message: "down" } } };
      isUp = isOver || asked.kind !== "user";
      if (isOver && asked.kind === "user") return JSON.stringify({ message: "", stop: "goal_reached" });
      return isUp ? undefined : JSON.stringify({ message: "More.", stop: "no" });
    });
    const config = { ...modelsOn(server), outagePatienceSeconds: 900, batchTimeoutSeconds: 600 };
    const talks = new Scenario("talks")
      .addNode("talk", { ...asks("Hello?"), user: { persona: "A customer", goal: "An answer" } })
      .addEdge("talk", "talk")
      .setEntry("talk")
      .validate();
    const output = path.join(folder, "run.jsonl");
    const ended = (await walkThrough(walkingBenchmark(talks), config, { output })).scenarioResults?.[0];
    expect(ended).toMatchObject({
      status: "timeout",
      path: ["talk"],
      stages: [{ name: "SimulatedUser", status: "ran", modelCalls: 1 }],
    });
    expect(ended?.stages[0]?.outputTokens).toBeGreaterThan(0);
    [isUp, isOver] = [true, true];
    const resumed = await walkThrough(walkingBenchmark(talks), config, { output, resume: true });
    const [walk] = resumed.scenarioResults ?? [];
    expect(walk?.stages[0]).toEqual(ended?.stages[0]);
    expect(walk).toMatchObject({ path: ["talk"], stages: [{}, { reason: "goal_reached" }] });
  });

  test("that stays leaves walks unfinished, and --retry-failed goes on with those that ended with it", async () => {
    await using healthy = await talkingServer(steady);
    const whole = await go(healthy, {});
    let isUp = false;
    const failing = down(steady, 9, Number.POSITIVE_INFINITY);
    await using server = await talkingServer((asked) => (isUp ? steady(asked) : failing(asked)));
    const output = path.join(folder, "run.jsonl");
    await go(server, { output });
    isUp = true;
    const resumed = await go(server, { output, resume: true, retryFailed: true });
    expect(said(resumed)).toEqual(said(whole));
  });
});
