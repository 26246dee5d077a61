import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { md5 } from "../base/index.ts";
import type { ModelConfig, VerificationConfig } from "../config/index.ts";
import { type AnyStage, defineStage, type StageContext } from "../pipeline/index.ts";
import { exportCsv, exportJson, readResultLog, type VerificationResult } from "../result/index.ts";
import { answerTemplate, traceContains, verified } from "../template/index.ts";
import { noUsage } from "../trace/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";

declare module "../pipeline/facts.ts" {
  interface Facts {
    readonly wordCount: { readonly words: number; readonly longest?: string | undefined };
    readonly seenAt: Date;
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "own-stages-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const template = answerTemplate({
  named: verified(z.boolean(), {
    ...{ description: "Names the target", groundTruth: true },
    verifyWith: traceContains({ substring: "BCL2" }),
  }),
});

const countWords = defineStage({
  name: "CountWords",
  requires: ["response"],
  produces: ["wordCount", "seenAt"],
  unstored: ["seenAt"],
  async run({ response }) {
    const words = response.trace.split(/\s+/);
    return { wordCount: { words: words.length, longest: undefined }, seenAt: new Date(0) };
  },
});

const limitWords = defineStage({
  name: "LimitWords",
  requires: ["wordCount", "seenAt"],
  produces: [],
  skip: ({ wordCount }) => (wordCount.words <= 4 ? "short enough" : undefined),
  run: async ({ wordCount }) => ({
    ruling: { verifyResult: false, kind: "auto_fail", reason: `${wordCount.words} words` },
  }),
});

const atEnd =
  (...mine: readonly AnyStage[]) =>
  (builtIn: readonly AnyStage[]) =>
    builtIn.toSpliced(-1, 0, ...mine);

async function run(
  options: RunVerificationOptions,
  answers: readonly string[] = ["It is BCL2."],
  more: VerificationConfig = {},
  ofJudge: ModelConfig = {},
) {
  const benchmark = Benchmark.create({ name: "Own" });
  const traces: Record<string, string> = {};
  for (const [at, answer] of answers.entries()) {
    const question = `Which is ${at}?`;
    benchmark.addQuestion({
      ...{ question, rawAnswer: "BCL2", finished: true },
      ...(answer.includes("BCL2") && { template }),
    });
    traces[md5(question)] = answer;
  }
  const manualTracesPath = path.join(folder, `answers-${answers.length}.json`);
  await writeFile(manualTracesPath, JSON.stringify(traces));
  const judge: ModelConfig = {
    interface: "openai_endpoint",
    endpointBaseUrl: "http://localhost:9/v1",
    modelName: "judge",
    ...ofJudge,
  };
  return benchmark.runVerification(
    {
      answeringModels: [{ id: "answers", interface: "manual", manualTracesPath }],
      parsingModels: [judge],
      ...more,
    },
    options,
  );
}

describe("own stages", () => {
  test("run where the function puts them; their facts stand in results, their rulings count", async () => {
    const answers = ["It is BCL2.", "It is BCL2, as I said, BCL2."];
    const { results } = await run({ stages: atEnd(countWords, limitWords) }, answers);
    expect(results.map(({ extensions }) => extensions)).toEqual([
      { wordCount: { words: 3 } },
      { wordCount: { words: 7 } },
    ]);
    expect(results.map(({ template: judged }) => judged?.verifyResult)).toEqual([true, false]);
    expect(results[1]?.rulings.at(-1)).toMatchObject({ stage: "LimitWords", reason: "7 words" });
    expect(results[0]?.stages.map(({ name }) => name).slice(-3)).toEqual([
      "CountWords",
      "LimitWords",
      "FinalizeResult",
    ]);
  });

  test("their facts are kept in logs and exports", async () => {
    const output = path.join(folder, "run.jsonl");
    const { results } = await run({ stages: atEnd(countWords), output });
    const extensions = { wordCount: { words: 3 } };
    expect(results.map((result) => result.extensions)).toEqual([extensions]);
    for await (const result of readResultLog(output)) expect(result.extensions).toEqual(extensions);
    const info = { exportTimestamp: "2026-01-01T00:00:00Z", kareninaVersion: "1" };
    const json = JSON.parse(await text(exportJson(results, info)));
    expect(json.results[0].extensions).toEqual(extensions);
    const csv = await text(exportCsv(results, info));
    expect(csv).toMatch(/,extensions\r\n/);
    expect(csv).toMatch(/,"\{""wordCount"": \{""words"": 3\}\}"\r\n$/);
  });

  test("see answers also where nothing else is to be judged", async () => {
    const warnings: string[] = [];
    const options = { warn: (warning: string) => warnings.push(warning) };
    const ran = (more: RunVerificationOptions) =>
      run({ ...options, ...more }, ["Nothing to verify here."], { evaluationMode: "template_and_rubric" });
    const { results } = await ran({ stages: atEnd(countWords) });
    expect(results[0]?.extensions).toEqual({ wordCount: { words: 4 } });
    expect(warnings.join()).not.toContain("no answer is asked for");
    const { results: plain } = await ran({});
    expect(plain[0]?.extensions).toBeUndefined();
    expect(warnings.join()).toContain("no answer is asked for");
  });

  test("are part of what a run is: it goes on with the same ones only", async () => {
    const output = path.join(folder, "resumed.jsonl");
    await run({ stages: atEnd(countWords), output });
    await expect(run({ output, resume: true })).rejects.toMatchObject({ code: "configuration" });
    const { results } = await run({ stages: atEnd(countWords), output, resume: true });
    expect(results).toHaveLength(1);
  });

  test("a fact that no result can hold fails its stage, which says where", async () => {
    const dated = { ...countWords, name: "Dated", unstored: [] };
    const { results } = await run({ stages: atEnd(dated) });
    const reason = expect.stringContaining("seenAt is an object of class Date");
    expect(results[0]?.metadata).toMatchObject({ completedWithoutErrors: false, error: reason });
    expect(results[0]?.stages.at(-2)).toMatchObject({ name: "Dated", status: "failed", reason });
    expect(results[0]?.extensions).toEqual({ wordCount: { words: 3 } });
  });

  const logged = async (file: string) => {
    const results: VerificationResult[] = [];
    for await (const result of readResultLog(file)) results.push(result);
    return results;
  };
  const stageOf = (stage: object) =>
    atEnd({ name: "Mine", requires: [], produces: [], run: async () => ({}), ...stage } as AnyStage);
  const returning = (returned: unknown) => ({ run: async () => returned });
  const throwing = (thrown: unknown) => ({
    run: async () => {
      throw thrown;
    },
  });
  const half = "\ud800";
  const ruling = { verifyResult: false, kind: "auto_fail", reason: "so" };
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const mine = (value: unknown) => ({ produces: ["mine"], ...returning({ mine: value }) });

  test.each<[string, object, string]>([
    ["throws although it always runs", { always: true, ...throwing(new Error("no luck")) }, "no luck"],
    ["throws what has no text", throwing(Object.create(null)), "a value of type object was thrown"],
    ["throws nothing", throwing(undefined), "a value of type undefined was thrown"],
    ["rules with a text", returning({ ruling: "fail" }), "ruling: "],
    ["rules without a reason", returning({ ruling: { ...ruling, reason: undefined } }), "ruling.reason: "],
    ["rules with a word", returning({ ruling: { ...ruling, verifyResult: "yes" } }), "ruling.verifyResult: "],
    ["rules in an unknown way", returning({ ruling: { ...ruling, kind: "fun" } }), "ruling.kind: "],
    ["rules with no category", returning({ ruling: { ...ruling, category: "blue" } }), "ruling.category: "],
    ["reasons with half a character", returning({ ruling: { ...ruling, reason: half } }), "ruling.reason: "],
    ["warns with a text", returning({ warnings: "hello" }), "warnings: "],
    ["warns with a number", returning({ warnings: ["a", 1n] }), "warnings.1: "],
    ["leaves out a warning", returning({ warnings: Object.assign([], { 1: "b" }) }), "warnings.0: "],
    ["returns a number", returning(5), "Mine returned no outcome: "],
    ["returns nothing", returning(undefined), "Mine returned no outcome: "],
    ["skips with a number", { skip: () => 5 }, "Mine.skip returned neither a text nor undefined"],
    ["skips later", { skip: async () => "later" }, "Mine.skip returned neither a text nor undefined"],
    ["forgets a fact", { produces: ["constructor"] }, "Mine was to produce constructor and did not"],
    ["leaves out an entry", mine(Object.assign([], { 1: 1 })), "mine[0] is a value of type undefined"],
    ["stores half a character", mine({ a: half }), "mine.a is text with half of a character"],
    ["stores too deeply", mine(deep(101)), "is nested deeper than 100 levels"],
    ["stores too much text", mine("x".repeat(1_000_000)), "more than 1000000 characters"],
    ["stores too many lists", mine(Array.from({ length: 10_000 }, () => [])), "more than 10000 lists"],
    [
      "tells of a call that was none",
      {
        run: async (_facts: object, { observer }: StageContext) => {
          observer.finished?.({
            ...{ model: "m", durationMs: 1 },
            usage: Object.assign({ ...noUsage }, { inputTokens: "x" }),
          });
          return {};
        },
      },
      "usage.inputTokens: ",
    ],
  ])("one that %s has failed, and the verdict stays", async (_what, stage, message) => {
    const output = path.join(folder, `${md5(_what)}.jsonl`);
    const { results } = await run({ stages: stageOf(stage), output });
    const reason = expect.stringContaining(message);
    const [result] = await logged(output);
    expect(results).toEqual([result]);
    expect(result?.stages.at(-2)).toMatchObject({ name: "Mine", status: "failed", reason });
    expect(result?.metadata).toMatchObject({ completedWithoutErrors: false, error: reason });
    expect(result?.template?.verifyResult).toBe(true);
    expect(result?.extensions).toBeUndefined();
  });

  test("what is just within the limits is stored and can be read again", async () => {
    const output = path.join(folder, "limits.jsonl");
    const value = [deep(98), Array.from({ length: 9_000 }, () => []), "x".repeat(900_000)];
    await run({ stages: stageOf(mine(value)), output });
    const [result] = await logged(output);
    expect(result?.extensions).toEqual({ mine: value });
  });

  test.each<[string, object]>([
    ["throws", throwing(new Error("no luck"))],
    ["makes no result", returning({ result: { metadata: 5 } })],
    ["skips", { skip: () => "not today", ...returning({}) }],
  ])("a FinalizeResult of one's own that %s leaves the result to the built-in one", async (_what, more) => {
    const finalize = { name: "FinalizeResult", requires: [], produces: ["result"], always: true, ...more };
    const { results } = await run({ stages: (all) => [...all.slice(0, -1), finalize as object as AnyStage] });
    expect(results[0]?.template?.verifyResult).toBe(true);
    expect(results[0]?.rulings.at(-1)?.stage).toBe("VerifyTemplate");
  });

  test("one in place of a built-in one whose facts no result can be made of has failed", async () => {
    const parse = { name: "ParseTemplate", requires: [], produces: ["parsed"], ...returning({ parsed: 5 }) };
    const output = path.join(folder, "replaced.jsonl");
    const stages = (all: readonly AnyStage[]) =>
      all.map((stage) => (stage.name === "ParseTemplate" ? (parse as AnyStage) : stage));
    await run({ stages, output });
    const [result] = await logged(output);
    expect(result?.metadata.completedWithoutErrors).toBe(false);
    expect(result?.rulings).toEqual([]);
  });

  test("cannot change what others have learned, nor what has happened", async () => {
    const tried: string[] = [];
    const attempt = (change: () => unknown) => {
      try {
        change();
      } catch (error) {
        tried.push(error instanceof TypeError ? "refused" : String(error));
      }
    };
    const first = { ...countWords, produces: ["wordCount"], run: async () => ({ wordCount: { words: 3 } }) };
    const meddling = {
      requires: ["response", "wordCount"],
      run: async (facts: Record<string, Record<string, unknown>>, { log }: StageContext) => {
        attempt(() => Object.assign(facts.response ?? {}, { trace: "CHANGED" }));
        attempt(() => Object.assign(facts.wordCount ?? {}, { words: 10n }));
        attempt(() => (log.rulings as unknown[]).push({ reason: "forged" }));
        attempt(() => (log.stages as unknown[]).pop());
        attempt(() => Object.assign(log.rulings[0] ?? {}, { reason: "forged" }));
        facts.response = {};
        return { warnings: Object.keys(facts) };
      },
    };
    const stages = (all: readonly AnyStage[]) => stageOf(meddling)(atEnd(first as AnyStage)(all));
    const { results } = await run({ stages });
    expect(tried).toEqual(Array.from({ length: 5 }, () => "refused"));
    expect(results[0]?.template?.rawLlmResponse).toContain("It is BCL2.");
    expect(results[0]?.extensions).toEqual({ wordCount: { words: 3 } });
    expect(results[0]?.rulings.map(({ stage }) => stage)).toEqual(["VerifyTemplate"]);
    expect(results[0]?.metadata.warnings).toEqual(expect.arrayContaining(["response", "wordCount"]));
  });

  test("show no key of the run in what they say and store", async () => {
    const key = "judge-key-0123456789";
    const environment = { MY_JUDGE_KEY: key };
    const said = {
      ...mine([key]),
      run: async () => ({
        mine: [key],
        warnings: [`used ${key}`],
        ruling: { ...ruling, reason: `for ${key}` },
      }),
    };
    const told = await run(
      { stages: stageOf(said), environment },
      undefined,
      {},
      { apiKeyEnv: "MY_JUDGE_KEY" },
    );
    const failed = throwing(new Error(`Bearer ${key}`, { cause: new Error(key) }));
    const thrown = await run(
      { stages: stageOf(failed), environment },
      undefined,
      {},
      { apiKeyEnv: "MY_JUDGE_KEY" },
    );
    for (const { results } of [told, thrown]) {
      const stored = JSON.stringify(results);
      expect(stored).toContain("[hidden]");
      expect(stored).not.toContain(key);
    }
    expect(told.results[0]?.extensions).toEqual({ mine: ["[hidden]"] });
  });

  test.each(["__proto__", "warnings"])("a fact cannot be called %s", async (name) => {
    await expect(run({ stages: stageOf({ produces: [name] }) })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(`Mine produces ${name}, which no fact is called`),
    });
  });

  test("one that does not heed the signal does not hold up the end of its run", async () => {
    const controller = new AbortController();
    const deaf = {
      run: () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    };
    await expect(run({ stages: stageOf(deaf), signal: controller.signal })).rejects.toMatchObject({
      code: "cancelled",
    });
  });

  test.each([
    [
      "one that nothing leads to",
      atEnd(limitWords),
      "LimitWords requires wordCount, seenAt, which no earlier stage produces",
    ],
    ["a list that does not end", () => [countWords], "FinalizeResult must be the last stage"],
    ["no stage", atEnd(Object.create({ name: "Nothing" })), "stages[7].requires"],
    ["no list", () => Object.create(null), "gave no list of stages"],
    [
      "a function that fails",
      () => {
        throw new RangeError("out of range");
      },
      "The function `stages` failed: out of range",
    ],
  ])("%s is refused before anything is asked", async (_what, stages, message) => {
    await expect(run({ stages })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining(message),
    });
  });
});
