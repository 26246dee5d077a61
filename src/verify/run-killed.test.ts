import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { appendFile, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Scenario } from "../benchmark/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import type { ModelServer } from "../models/testing/index.ts";
import type { CallFinished } from "../run/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import {
  asks,
  modelsOn,
  said,
  type Talk,
  talkingServer,
  walkingBenchmark,
  walkThrough,
} from "./testing/walking.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "killed-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const paidOf = (log: string) => `${log}.paid`;
const at = (name: string) => path.join(folder, name);

/** Puts files where they are as a process leaves them that is killed now: what it has written is there, and nothing else. */
function leave(log: string, as: string): void {
  copyFileSync(log, as);
  if (existsSync(paidOf(log))) copyFileSync(paidOf(log), paidOf(as));
}

/** A server that counts its calls, and what happens at each before it is answered. */
async function counted(talk: Talk = () => undefined) {
  const seen = { calls: 0, onCall: (_: number): void => undefined };
  const server = await talkingServer((asked) => {
    if (asked.kind !== "probe") {
      seen.calls += 1;
      seen.onCall(seen.calls);
    }
    return talk(asked);
  });
  return { server, seen, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** A simulated user who asks until it has what it wants, and gives up in other walks. */
const talks = new Scenario("talks", { turnLimit: 4 })
  .addNode("talk", {
    ...asks("Hello?"),
    user: { persona: "a customer", goal: "money", turnLimit: 3, seed: 5 },
  })
  .addNode("thanks", asks("Thank you."))
  .addEdge("talk", "thanks", { when: { user_stop: "goal_reached" } })
  .addEdge("talk", "talk")
  .addEdge("thanks", "__end__")
  .setEntry("talk");

const steady: Talk = ({ kind, model, turn, last, messages }) => {
  if (kind === "user")
    return last.includes("x=2")
      ? '{"message":"","stop":"goal_reached"}'
      : JSON.stringify({ message: `More, please (${last.length}).`, stop: "no" });
  return kind === "answer" ? `ok=true x=${model === "m1" ? turn : 1} of ${messages.length}` : undefined;
};

test("killed at any moment, a run goes on without a call made twice that was not under way", async () => {
  await using counting = await counted(steady);
  const { server, seen } = counting;
  const atOnce = 3;
  const named = (name: string) => ({ modelName: name, endpointBaseUrl: server.url });
  const config: VerificationConfig = {
    ...modelsOn(server),
    answeringModels: [named("m1"), named("m2")],
    // they share each answer
    parsingModels: [named("j1"), named("j2")],
    asyncMaxWorkers: atOnce,
    preflight: false,
  };
  const benchmark = walkingBenchmark(talks);
  for (const name of ["one", "two", "three"])
    benchmark.addQuestion({ ...asks(`${name}?`).question, id: name });
  const go = (options: RunVerificationOptions) => walkThrough(benchmark, config, options);

  const log = at("whole.jsonl");
  const calls = { first: 3, step: 7 };
  const left: number[] = [];
  seen.onCall = (call) => {
    if (call % calls.step !== calls.first) return;
    leave(log, at(`${call}.jsonl`));
    left.push(call);
  };
  const whole = await go({ output: log });
  const total = seen.calls;
  seen.onCall = () => undefined;
  expect(existsSync(paidOf(log))).toBe(false);
  expect(left.length).toBeGreaterThan(4);
  for (const call of left) {
    seen.calls = call;
    const output = at(`${call}.jsonl`);
    expect(said(await go({ output, resume: true }))).toEqual(said(whole));
    expect(seen.calls).toBeLessThanOrEqual(total + atOnce);
    expect(existsSync(paidOf(output))).toBe(false);
  }
});

describe("what a killed run has paid for", () => {
  const benchmark = (...questions: readonly string[]) => {
    const of = Benchmark.create({ name: "Few" });
    for (const question of questions) of.addQuestion({ ...asks(`${question}?`).question, id: question });
    return of;
  };
  const config = (server: ModelServer): VerificationConfig => ({
    ...modelsOn(server),
    ...{ asyncEnabled: false, preflight: false },
  });

  /** A run of one question that was killed when its judge was asked: its answer is paid. */
  async function killed(talk?: Talk) {
    const counting = await counted(talk);
    const { server, seen } = counting;
    const log = at("killed.jsonl");
    const go = (output: string, options: RunVerificationOptions = {}) =>
      walkThrough(benchmark("one"), config(server), { output, ...options });
    seen.onCall = (call) => call === 2 && leave(at("run.jsonl"), log);
    await go(at("run.jsonl"));
    Object.assign(seen, { calls: 0, onCall: () => undefined });
    const warnings: string[] = [];
    const resume = (options: RunVerificationOptions = {}) =>
      go(log, { resume: true, warn: (text) => warnings.push(text), ...options });
    return { ...{ log, paid: paidOf(log), seen, warnings, go, resume }, server, counting };
  }

  test("counts as it did, and not against the budget of the run that goes on", async () => {
    const { counting, seen, resume } = await killed();
    await using _ = counting;
    const told: CallFinished[] = [];
    const events = { callFinished: (call: CallFinished) => void told.push(call) };
    const [result] = await resume({ events });
    expect(result?.template?.verifyResult).toBe(true);
    expect(seen.calls).toBe(1);
    expect(told.map(({ isEarlier = false }) => isEarlier)).toEqual([true, false]);
    expect(told[0]?.usage.totalTokens).toBeGreaterThan(0);
  });

  test("is read as far as it can be read", async () => {
    const { counting, paid, seen, warnings, resume } = await killed();
    await using _ = counting;
    await appendFile(paid, 'damaged\n{"tasks":["one');
    await resume();
    expect(seen.calls).toBe(1);
    expect(warnings).toEqual([`1 of the replies in ${paid} cannot be read; their models are asked again.`]);
  });

  test("is not taken for another run of that name", async () => {
    const { counting, log, paid, seen, go } = await killed();
    await using _ = counting;
    await rm(log);
    await go(log);
    expect(seen.calls).toBe(2);
    expect(existsSync(paid)).toBe(false);
  });

  test("has no place where something else is, which stays", async () => {
    const { counting, paid, seen, warnings, resume } = await killed();
    await using _ = counting;
    await writeFile(paid, "notes of mine\n");
    await resume();
    expect(seen.calls).toBe(2);
    expect(await readFile(paid, "utf8")).toBe("notes of mine\n");
    expect(warnings).toEqual([expect.stringContaining(`${paid} is in the place of the replies`)]);
  });

  test.skipIf(process.platform === "win32")("is not looked for behind a link", async () => {
    const { counting, paid, seen, warnings, resume } = await killed();
    await using _ = counting;
    copyFileSync(paid, at("elsewhere"));
    await rm(paid);
    symlinkSync(at("elsewhere"), paid);
    await resume();
    expect(seen.calls).toBe(2);
    expect(warnings).toEqual([expect.stringContaining("is no file")]);
  });

  test.skipIf(process.platform === "win32")("is read by nobody who may not read the log", async () => {
    const { counting, log, paid, seen, resume } = await killed();
    await using _ = counting;
    await chmod(log, 0o600);
    let mode = 0;
    seen.onCall = () => {
      mode = statSync(paid).mode & 0o777;
    };
    await resume();
    expect(mode).toBe(0o600);
  });

  test("takes away no file beside it", async () => {
    const { counting, paid, resume } = await killed();
    await using _ = counting;
    await writeFile(`${paid}.new`, "notes of mine\n");
    await resume();
    expect(await readFile(`${paid}.new`, "utf8")).toBe("notes of mine\n");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("shows no key that a model repeats", async () => {
    const key = "sk-of-the-one-who-runs-it-4711";
    await using counting = await counted(({ kind }) =>
      kind === "answer" ? `ok=true x=1 ${key}` : undefined,
    );
    const { server, seen } = counting;
    let paid = "";
    seen.onCall = (call) => {
      if (call === 2) paid = readFileSync(paidOf(at("run.jsonl")), "utf8");
    };
    const answeringModels = [{ modelName: "m", endpointBaseUrl: server.url, endpointApiKey: key }];
    await walkThrough(benchmark("one"), { ...config(server), answeringModels }, { output: at("run.jsonl") });
    expect(paid).toContain("ok=true x=1 [hidden]");
  });

  test("is forgotten of a task whose failed result is to be repeated", async () => {
    let isDown = true;
    const talk: Talk = ({ kind, last }) =>
      isDown && kind === "judge" && last.includes("one?") ? { status: 500, body: {} } : undefined;
    await using counting = await counted(talk);
    const { server, seen } = counting;
    const run = (options: RunVerificationOptions) =>
      walkThrough(benchmark("one", "two"), config(server), options);
    let asked = "";
    seen.onCall = (call) => {
      if (call === 4) leave(at("run.jsonl"), at("killed.jsonl"));
    };
    await run({ output: at("run.jsonl") });
    expect(readFileSync(paidOf(at("killed.jsonl")), "utf8").match(/"tasks"/g)).toHaveLength(2);
    isDown = false;
    Object.assign(seen, { calls: 0, onCall: () => undefined });
    const before = server.requests.length;
    const results = await run({ output: at("killed.jsonl"), resume: true, retryFailed: true });
    asked = server.requests
      .slice(before)
      .map(({ body }) => String(body.model))
      .join("");
    expect([...results].map(({ template }) => template?.verifyResult)).toEqual([true, true]);
    // the answer to the first question and both judgments
    expect([...asked].toSorted().join("")).toBe("jjm");
  });

  test("stays small, however long the run", async () => {
    const long = "long ".repeat(20_000);
    await using counting = await counted(({ kind }) =>
      kind === "answer" ? `ok=true x=1 ${long}` : undefined,
    );
    const { server, seen } = counting;
    const log = at("long.jsonl");
    let largest = 0;
    seen.onCall = () => {
      if (existsSync(paidOf(log))) largest = Math.max(largest, statSync(paidOf(log)).size);
    };
    const questions = Array.from({ length: 30 }, (_, place) => `q${place}`);
    await walkThrough(benchmark(...questions), config(server), { output: log });
    expect(largest).toBeGreaterThan(2e6);
    expect(largest).toBeLessThan(5e6);
    expect(existsSync(paidOf(log))).toBe(false);
  });
});
