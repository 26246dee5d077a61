import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KareninaError, md5, ReplyError, TransportError } from "../base/index.ts";
import { type AnyStage, builtInStages, type StageContext } from "../pipeline/index.ts";
import { outcomeOf, readResultLog, type VerificationResult } from "../result/index.ts";
import { noUsage } from "../trace/index.ts";
import type { RunVerificationOptions } from "./run-options.ts";
import { runOne, runOwn } from "./testing/own-model-run.ts";

const key = "judge-key-0123456789";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "own-stage-faults-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs two questions into a log, and reads it again. */
async function logged(
  name: string,
  stages: NonNullable<RunVerificationOptions["stages"]>,
  more: RunVerificationOptions = {},
) {
  const output = path.join(folder, `${md5(name)}.jsonl`);
  const options = { output, stages, environment: { MINE_API_KEY: key }, ...more };
  const model = { id: "mine", answer: () => "It is BCL2." };
  await runOwn({ model, options, questions: ["First?", "Second?"] });
  const results: VerificationResult[] = await Array.fromAsync(readResultLog(output));
  expect(results).toHaveLength(2);
  return results.toSorted((a, b) => a.metadata.questionText.localeCompare(b.metadata.questionText));
}

const own = (stage: object) =>
  ({ name: "Mine", requires: [], produces: [], run: async () => ({}), ...stage }) as AnyStage;
const withOwn = (stage: object) => (builtIn: readonly AnyStage[]) => builtIn.toSpliced(-1, 0, own(stage));
const throwing = (thrown: unknown) => ({
  run: async () => {
    throw thrown;
  },
});
const returning = (returned: unknown) => ({ run: async () => returned });
const telling = (tell: (context: StageContext) => void) => ({
  run: async (_facts: object, context: StageContext) => {
    tell(context);
    return {};
  },
});
const call = { model: "m", durationMs: 1, usage: noUsage };
const counting = (usage: object) =>
  telling(({ observer }) => observer.finished?.({ ...call, usage: { ...noUsage, ...usage } }));
const long = "x".repeat(10_000);

describe("an own stage", () => {
  test.each<[string, object, RegExp]>([
    ["counts more than can be summed", counting({ inputTokens: 1e308 }), /no call is: usage\.inputTokens: /],
    ["costs more than can be summed", counting({ costUsd: 1e308 }), /no call is: usage\.costUsd: /],
    [
      "counts by other names",
      counting({ prompt_tokens: 7 }),
      /no call is: usage: unknown member "prompt_tokens"/,
    ],
    [
      "returns rows by name",
      returning(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`row ${at}`, at]))),
      /^Mine returned no outcome: (unknown member "row \d+"; ){20}49980 more that are unknown; there are/,
    ],
    [
      "throws one of ours whose code is none",
      throwing(
        new KareninaError(
          {
            toString() {
              throw new Error("no");
            },
          } as never,
          "bad",
        ),
      ),
      /^bad$/,
    ],
    [
      "repeats a call for no known reason",
      telling(({ observer }) => observer.retried?.({ category: "blue" as never, delayMs: 1, reason: "so" })),
      /no call is: category: /,
    ],
    [
      "counts under no name",
      telling(({ observerFor }) => void observerFor(5n as never)),
      /Mine asked for an observer by no name/,
    ],
    [
      "returns a ruling by another name",
      returning({ rulling: { verifyResult: false, kind: "auto_fail", reason: "bad" } }),
      /^Mine returned no outcome: unknown member "rulling", did you mean "ruling"\?/,
    ],
    [
      "returns facts that it does not produce",
      { produces: ["mine"], ...returning({ mine: 1, score: 2, warning: "x" }) },
      /^Mine returned no outcome: unknown member "score"; unknown member "warning", did you mean "warnings"\?; there are ruling, warnings, error, mine\.$/,
    ],
    [
      "rules what no ruling says",
      returning({ ruling: { verifyResult: false, verify_result: true, kind: "auto_fail", reason: "bad" } }),
      /^Mine returned no outcome: ruling: unknown member "verify_result", did you mean "verifyResult"\?/,
    ],
    [
      "skips with a ruling by another name",
      { skip: () => ({ reason: "so", rulling: null }) },
      /^Mine\.skip returned neither a text nor undefined: unknown member "rulling", did you mean "ruling"\?/,
    ],
    ["throws one of ours of no kind", throwing(new TransportError("blue" as never, "bad")), /^bad$/],
    ["throws one of ours with no reply", throwing(new ReplyError("bad", 5 as never)), /^bad$/],
    [
      "throws a message that is no text",
      throwing(Object.assign(new Error(), { message: { a: 1n } })),
      /^a value of type object that has no text$/,
    ],
    [
      "throws a long text",
      throwing(new Error("x".repeat(5_000_000))),
      /^x{10000}… \(4990000 more characters were left out\)$/,
    ],
    [
      "warns a hundred thousand times with what is no text",
      returning({ warnings: Array.from({ length: 100_000 }, () => 5) }),
      /^Mine returned no outcome: (warnings\.\d: [^;]+; ){5}and 35 more\.$/,
    ],
    [
      "warns with a list without end",
      returning({ warnings: Object.assign([], { length: 4e9 }) }),
      /^Mine returned no outcome: warnings\.0: /,
    ],
    [
      "has two names that are one once keys are hidden",
      { produces: ["mine"], ...returning({ mine: { [key]: 1, "[hidden]": 2 } }) },
      /mine has two members that are called \[hidden\]/,
    ],
  ])("that %s has failed, and the verdict stays", async (what, stage, message) => {
    for (const result of await logged(what, withOwn(stage))) {
      const reason = expect.stringMatching(message);
      expect(result.stages.at(-2)).toMatchObject({ name: "Mine", status: "failed", reason });
      expect(result.metadata.error).toEqual(reason);
      expect(result.template?.verifyResult).toBe(true);
    }
  });

  test("says at most so much, and how much was left out", async () => {
    const ruling = { verifyResult: false, kind: "auto_fail", reason: `${long}${long}` };
    const warnings = Array.from({ length: 100_000 }, (_, at) => `${at}`);
    const [result] = await logged(
      "long",
      withOwn(returning({ ruling, warnings: [`${long}y`, ...warnings] })),
    );
    expect(result?.rulings.at(-1)?.reason).toBe(`${long}… (10000 more characters were left out)`);
    expect(result?.metadata.warnings.at(0)).toBe(`${long}… (1 more characters were left out)`);
    expect(result?.metadata.warnings.at(-1)).toBe("99961 further warnings were left out");
  });

  test("shows no part of a key where its text is cut", async () => {
    for (const before of [9_990, 9_999, 18_180]) {
      const text = `${"x".repeat(before)}${key}${long}`;
      const [result] = await logged(`cut ${before}`, withOwn(returning({ warnings: [text] })));
      expect(result?.metadata.warnings[0]).not.toContain("judge");
    }
  });

  test("names no key in what it counts", async () => {
    const tell = ({ observerFor }: StageContext) =>
      observerFor(`for ${key}`).finished?.({ ...call, model: `model ${key}` });
    const [result] = await logged("keyed", withOwn(telling(tell)));
    expect(result?.template?.usageMetadata?.["for [hidden]"]?.model).toBe("model [hidden]");
    expect(JSON.stringify(result)).not.toContain(key);
  });

  test.each<[string, object]>([
    ["the name", { name: `Mine ${key}` }],
    ["a name shaped like a key", { name: "sk-proj-abcdefghijklmnopqrst" }],
    ["a fact", { produces: [key] }],
    ["what it counts under", { usageKey: key }],
  ])("is refused before the run where %s is a key", async (what, stage) => {
    const refused = logged(what, withOwn(stage));
    await expect(refused).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/named by a key: (Mine )?\[hidden\]\.$/),
    });
  });

  test("is for its run what it was when the run began", async () => {
    const produces = ["mine"];
    const stage = own({
      produces,
      async run() {
        produces.push("verification", "__proto__");
        Object.assign(stage, { name: "VerifyTemplate", run: undefined });
        return { mine: 1 };
      },
    });
    for (const { stages, extensions } of await logged("changed", (builtIn) =>
      builtIn.toSpliced(-1, 0, stage),
    )) {
      expect(stages.at(-2)).toMatchObject({ name: "Mine", status: "ran" });
      expect(extensions).toEqual({ mine: 1 });
    }
  });

  test("that has members which no stage has is refused before the run", async () => {
    const stage = { skipp: () => "x", alway: true, usageKey: undefined };
    await expect(logged("members", withOwn(stage))).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(
        /gave no list of stages: stages\[\d+\]: unknown member "skipp", did you mean "skip"\?; unknown member "alway", did you mean "always"\?/,
      ),
    });
  });

  test("that rules that there is no answer has said so also without a category", async () => {
    const ruling = { verifyResult: null, kind: "auto_fail", reason: "refused" };
    const [result] = await logged("no answer", withOwn(returning({ ruling })));
    expect(result?.metadata.failure).toMatchObject({ category: "empty_response", reason: "refused" });
    expect(result && outcomeOf(result)).toBe("no_answer");
  });

  test("may be an object of a class", async () => {
    class Counting {
      readonly added = 1;
      readonly name = "Mine";
      readonly requires = [];
      readonly produces = ["mine"];
      readonly #count = 7;
      async run() {
        return { mine: this.#count };
      }
    }
    const [result] = await logged("class", (builtIn) => builtIn.toSpliced(-1, 0, new Counting() as never));
    expect(result?.extensions).toEqual({ mine: 7 });
  });

  test("cannot change its task, nor what the run works with", async () => {
    const tried: string[] = [];
    const attempt = (change: () => unknown) => {
      try {
        change();
        tried.push("changed");
      } catch (error) {
        tried.push(error instanceof TypeError ? "refused" : String(error));
      }
    };
    const meddle = ({ task, services }: StageContext) => {
      attempt(() => Object.assign(task, { replicate: 5 }));
      attempt(() => Object.assign(task.question, { question: "CHANGED" }));
      attempt(() => Object.assign(task.parsing.llm, { generate: undefined }));
      attempt(() => Object.assign(services.clock, { monotonic: () => Number.NaN }));
    };
    const [result] = await logged("task", withOwn(telling(meddle)));
    expect(tried).toEqual(Array.from({ length: 8 }, () => "refused"));
    expect(result?.metadata).toMatchObject({ questionText: "First?", error: null });
    expect(result?.metadata.executionTime).toBeGreaterThanOrEqual(0);
  });
});

describe("a FinalizeResult of one's own", () => {
  const finalize = (change: (result: VerificationResult) => object) => (builtIn: readonly AnyStage[]) =>
    builtIn.map((stage) =>
      stage.name === "FinalizeResult"
        ? {
            ...stage,
            run: async (facts: never, context: StageContext) => {
              const { result } = (await stage.run(facts, context)) as { result?: VerificationResult };
              return { result: change(result as VerificationResult) };
            },
          }
        : stage,
    );

  test("makes results of its task only, without keys", async () => {
    const changed = finalize(({ metadata, ...rest }) => ({
      ...rest,
      evaluationInput: `read with ${key}`,
      metadata: { ...metadata, questionId: "same", resultId: "../../x", questionText: key, keywords: [key] },
    }));
    const results = await logged("changed result", changed);
    expect(results.map(({ metadata }) => metadata.questionText)).toEqual(["First?", "Second?"]);
    expect(new Set(results.map(({ metadata }) => metadata.questionId)).size).toBe(2);
    expect(results[0]?.metadata.resultId).toMatch(/^[0-9a-f]+$/);
    expect(results[0]?.evaluationInput).toBe("read with [hidden]");
    expect(JSON.stringify(results)).not.toContain(key);
  });

  test.each<[string, (result: VerificationResult) => object, RegExp]>([
    [
      "more than can be stored",
      (result) => ({ ...result, evaluationInput: "x".repeat(50_000_001) }),
      /the parts of one result are more than 50000000 characters/,
    ],
    ["no result", () => ({ metadata: 5 }), /FinalizeResult made no result: metadata: /],
    [
      "a failure that it does not state",
      ({ metadata, ...rest }) => ({ ...rest, metadata: { ...metadata, error: "odd" } }),
      /^FinalizeResult made a result that states no failure and is read as one: odd$/,
    ],
    [
      "a pass whose last ruling is none",
      ({ rulings, ...rest }) => ({
        ...rest,
        rulings: [...rulings, { ...rulings[0], verifyResult: false, kind: "auto_fail", reason: "late" }],
      }),
      /is read as one: The stored result denies itself: verify_result is true beside a last ruling that is no/,
    ],
    [
      "times that are none",
      ({ metadata, ...rest }) => ({
        ...rest,
        metadata: { ...metadata, timestamp: "not a time", executionTime: 1e308 },
      }),
      /metadata\.timestamp: expected a time; metadata\.executionTime: expected seconds, of at least 0/,
    ],
  ])("that makes %s leaves it to the built-in one", async (what, change, message) => {
    for (const { metadata, template } of await logged(what, finalize(change))) {
      expect(metadata.error).toMatch(message);
      expect(template?.verifyResult).toBe(true);
    }
  });

  test("that rules beside its result against it has failed, for who is told as for who reads the log", async () => {
    const ruling = { verifyResult: false, kind: "auto_fail", reason: "late" };
    const stages = (builtIn: readonly AnyStage[]) =>
      builtIn.map((stage) =>
        stage.name === "FinalizeResult"
          ? own({
              ...stage,
              run: async (facts: never, context: StageContext) => ({
                ...(await stage.run(facts, context)),
                ruling,
              }),
            })
          : stage,
      );
    const told: string[] = [];
    const events = {
      taskFinished: ({ result }: { readonly result: VerificationResult }) => {
        told.push(outcomeOf(result));
      },
    };
    const results = await logged("late ruling", stages, { events });
    expect(results.map(outcomeOf)).toEqual(told);
    for (const { metadata, stages: ran } of results) {
      expect(metadata.error).toMatch(/^FinalizeResult made a result that .* a last ruling that is no pass/);
      expect(ran.at(-1)).toMatchObject({ name: "FinalizeResult", status: "failed", ruling: null });
    }
  });
});

test.each([
  [{ name: long }, /stages\[0\]\.name: expected at most 200 characters, found "x{59}…/],
  [{ produces: ["fine", long] }, /stages\[0\]\.produces\[1\]: expected at most 200 characters/],
  [{ usageKey: long }, /stages\[0\]\.usageKey: expected at most 200 characters/],
])("a stage whose names are long is refused before the run: %#", async (stage, message) => {
  const stages = (builtIn: readonly AnyStage[]) => [own(stage), ...builtIn];
  const model = { id: "mine", answer: () => "It is BCL2." };
  await expect(runOne({ model, options: { stages } })).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringMatching(message),
  });
});

test("a built-in stage cannot be changed, for this run or a later one", async () => {
  const model = { id: "mine", answer: () => "It is BCL2." };
  const ruling = { verifyResult: false, kind: "verification", reason: "mine" };
  const run = async () => ({ ruling });
  const changed = (change: (stage: AnyStage) => unknown) => ({
    stages: (builtIn: readonly AnyStage[]) => {
      for (const stage of builtIn) change(stage);
      return builtIn;
    },
  });
  for (const change of [
    (stage: AnyStage) => Object.assign(stage, { run }),
    (stage: AnyStage) => Object.assign(stage, { name: "HACK" }),
    (stage: AnyStage) => Object.assign(stage.produces, ["mine"]),
    () => Object.assign(builtInStages, { VerifyTemplate: own({ run }) }),
  ])
    await expect(runOne({ model, options: changed(change) })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^The function `stages` failed: /),
      hint: expect.stringContaining("{ ...stage, run }"),
    });
  const replaced = (builtIn: readonly AnyStage[]) =>
    builtIn.map((stage) => (stage.name === "VerifyTemplate" ? own({ ...stage, run }) : stage));
  const ran = await runOne({ model, options: { stages: replaced } });
  expect(ran.metadata.error).toContain("VerifyTemplate was to produce verification");
  await expect(runOne({ model })).resolves.toMatchObject({
    template: { verifyResult: true },
    metadata: { error: null },
  });
});
