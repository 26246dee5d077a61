import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { md5 } from "../base/index.ts";
import type { ModelConfig, VerificationConfig } from "../config/index.ts";
import { type AnyStage, defineStage } from "../pipeline/index.ts";
import { exportCsv, exportJson, readResultLog } from "../result/index.ts";
import { answerTemplate, traceContains, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-verification.ts";

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
