import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject } from "../base/index.ts";
import type { VerificationConfig } from "../config/index.ts";
import {
  type ModelServer,
  type OpenAiScript,
  startOpenAiServer,
  type WireReply,
} from "../models/testing/index.ts";
import { outcomeOf, type VerificationResult } from "../result/index.ts";
import { llmTrait, regexTrait } from "../rubric/index.ts";
import {
  type AnswerTemplate,
  answerTemplate,
  anyOf,
  exactMatch,
  traceContains,
  traceRegex,
  verified,
} from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import type { RunVerificationOptions } from "./run-options.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "verdicts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const target = verified(z.string(), {
  description: "The target",
  groundTruth: "BCL2",
  verifyWith: exactMatch(),
});
const cites = verified(z.boolean(), {
  description: "Cites",
  groundTruth: true,
  verifyWith: traceRegex({ pattern: "\\[\\d+\\]" }),
});
const modest = verified(z.boolean(), {
  description: "Speaks of itself",
  groundTruth: false,
  verifyWith: traceContains({ substring: "As an AI" }),
});
const harmless = regexTrait({ name: "harmless", pattern: "poison", invertResult: true });

interface Run extends Partial<VerificationConfig> {
  /** What the model under test says; the judge is asked for JSON. */
  readonly answer?: string | WireReply;
  readonly judge?: JsonObject;
  /** A recorded trace in place of an answer. */
  readonly recorded?: string | readonly object[];
  readonly template?: AnswerTemplate;
  readonly traits?: readonly ReturnType<typeof regexTrait | typeof llmTrait>[];
  readonly embed?: OpenAiScript["embed"];
  readonly options?: RunVerificationOptions;
}

interface Ran {
  readonly result: VerificationResult;
  /** The texts of everything that was asked for JSON. */
  readonly judged: readonly string[];
  readonly calls: ModelServer["requests"];
}

async function run({
  answer = "BCL2",
  judge = {},
  template,
  traits,
  recorded,
  embed,
  ...config
}: Run): Promise<Ran> {
  await using server = await startOpenAiServer({
    chat: ({ body }) => (body.response_format === undefined ? answer : JSON.stringify(judge)),
    ...(embed && { embed }),
  });
  const benchmark = Benchmark.create({ name: "Verdicts" });
  benchmark.addQuestion({
    ...{ id: "q", question: "What is the target?", rawAnswer: "BCL2" },
    ...(template && { template }),
    ...(traits && { rubric: [...traits] }),
  });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const traces = path.join(folder, "traces.json");
  if (recorded !== undefined) {
    await writeFile(
      traces,
      JSON.stringify({ answers: [{ question: "What is the target?", answer: recorded }] }),
    );
  }
  const { options, ...settings } = config;
  const set = await benchmark.runVerification(
    {
      answeringModels: [recorded === undefined ? model : { manualTracesPath: traces }],
      parsingModels: [model],
      ...(embed && { embeddingCheckEnabled: true, embeddingCheckBaseUrl: server.url }),
      ...settings,
    },
    options,
  );
  const [result] = set.results;
  if (result === undefined) throw new Error("no result");
  const judged = server.requests.flatMap(({ body }) =>
    body.response_format === undefined ? [] : [JSON.stringify(body.messages)],
  );
  return { result, judged, calls: server.requests };
}

const empty: WireReply = { text: "  " };
const filtered: WireReply = { text: "I can tell you that", finish: "refusal" };

describe("an empty or filtered reply never passes anything", () => {
  const templates: readonly [string, AnswerTemplate][] = [
    ["fields of the trace", answerTemplate({ modest })],
    [
      "patterns",
      answerTemplate({}, { regex: { poison: { pattern: "poison", expected: 0, matchType: "count" } } }),
    ],
    ["a custom check", answerTemplate({ target }, { verify: () => true })],
    ["fields that a judge fills in", answerTemplate({ target })],
  ];

  test.each(templates)("a template of %s", async (_, template) => {
    for (const answer of [empty, filtered]) {
      const { result, calls } = await run({ answer, template, judge: { target: "BCL2" } });
      expect(outcomeOf(result)).toBe("no_answer");
      expect(result.template).toMatchObject({ verifyResult: false, templateVerificationPerformed: false });
      expect(calls).toHaveLength(1);
    }
  });

  test("traits alone", async () => {
    const { result } = await run({ answer: filtered, traits: [harmless], evaluationMode: "rubric_only" });
    expect(result.rubric).toBeNull();
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.metadata.failure).toMatchObject({
      category: "abstention",
      reason: "the provider refused or filtered the answer",
    });
  });
});

describe("mode rubric_only", () => {
  const only = { evaluationMode: "rubric_only", traits: [harmless] } as const;

  test("gives no verdict, and says what was judged", async () => {
    const { result } = await run({ ...only, template: answerTemplate({ target }) });
    expect(result.template).toMatchObject({ verifyResult: null, templateVerificationPerformed: false });
    expect(result).toMatchObject({
      evaluationInput: "BCL2",
      usedFullTrace: true,
      traceExtractionError: null,
    });
    expect(outcomeOf(result)).toBe("unscored");
  });

  test("an empty answer is no answer, without a verdict", async () => {
    const { result } = await run({ ...only, answer: empty });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.template?.verifyResult).toBeNull();
    expect(result.rulings).toMatchObject([{ stage: "GenerateAnswer", verifyResult: null }]);
    expect(result.metadata).toMatchObject({ completedWithoutErrors: true, error: null });
  });

  test("a refusal is one with a verdict, and missing evidence fails by itself but is not wrong", async () => {
    const refused = await run({
      ...only,
      abstentionEnabled: true,
      judge: { reasoning: "refuses", abstention_detected: true },
    });
    expect(outcomeOf(refused.result)).toBe("no_answer");
    expect(refused.result.template?.verifyResult).toBe(false);
    const clear = llmTrait({ name: "clear", description: "Is it clear?", kind: "boolean" });
    const unproved = await run({
      ...{ evaluationMode: "rubric_only", traits: [clear], deepJudgmentRubricMode: "enable_all" },
      judge: { excerpts: { clear: [{ text: "nowhere to be found", confidence: "high" }] } },
    });
    expect(unproved.result.metadata.failure?.category).toBe("deep_judgment_rubric");
    expect(outcomeOf(unproved.result)).toBe("auto_failed");
  });
});

test("a recorded answer has an agent's figures only where an agent gave it", async () => {
  const template = answerTemplate({ modest });
  const used = { id: "1", name: "look", input: {} };
  const said = { role: "assistant", content: "BCL2" };
  const metricsOf = async (recorded: string | readonly object[]) =>
    (await run({ recorded, template })).result.template?.agentMetrics;
  expect(await metricsOf("BCL2")).toBeNull();
  expect(await metricsOf([said])).toBeNull();
  expect(await metricsOf([{ ...said, tool_calls: [used] }])).toMatchObject({ toolCalls: 1 });
  expect(await metricsOf([said, said])).toMatchObject({ iterations: 2 });
});

describe("a recorded trace that ends on a tool's output", () => {
  const recorded = [
    { role: "assistant", tool_calls: [{ id: "1", name: "look", input: {} }], content: "" },
    { role: "tool", tool_result: { toolUseId: "1", tool_use_id: "1" }, content: "venetoclax targets BCL2" },
  ];
  const template = answerTemplate({ target });

  test("is judged like any other where the whole trace is read", async () => {
    const { result } = await run({
      ...{ recorded, template, judge: { target: "BCL2" }, useFullTraceForTemplate: true },
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.stages).toContainEqual(
      expect.objectContaining({ name: "TraceValidationAutoFail", status: "skipped" }),
    );
  });

  test("is judged like any other by what looks at the trace", async () => {
    const found = verified(z.boolean(), {
      description: "Found BCL2",
      groundTruth: true,
      verifyWith: traceContains({ substring: "targets BCL2" }),
    });
    const { result, calls } = await run({ recorded, template: answerTemplate({ found }), judge: {} });
    expect(outcomeOf(result)).toBe("pass");
    expect(calls).toEqual([]);
  });

  test("is no answer where its final message would be read, and says why", async () => {
    const { result, calls } = await run({
      recorded,
      template,
      abstentionEnabled: true,
      sufficiencyEnabled: true,
    });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.metadata.failure).toMatchObject({
      category: "no_final_message",
      stage: "ParseTemplate",
      reason: "there is no final message to judge: The last message of the trace is not from the model",
    });
    expect(calls).toEqual([]);
  });

  test("has its trace checked where no judge is needed", async () => {
    const { result } = await run({ recorded, template: answerTemplate({ modest }) });
    expect(outcomeOf(result)).toBe("pass");
  });

  test.each([
    [true, "unscored"],
    [false, "no_answer"],
  ])("and its traits, with the whole trace (%s): %s", async (useFullTraceForRubric, outcome) => {
    const { result } = await run({
      ...{ recorded, traits: [harmless], evaluationMode: "rubric_only", useFullTraceForRubric },
    });
    expect(outcomeOf(result)).toBe(outcome);
    expect(result.template?.verifyResult).toBeNull();
    expect(result.usedFullTrace).toBe(useFullTraceForRubric);
  });
});

describe("the embedding check", () => {
  const same = () => [[1], [1]];
  const judge = { target: "B-cell lymphoma 2", reasoning: "same", equivalent: true };
  const embedded = (more: Run) => run({ judge, embed: same, ...more });
  const skipped = (result: VerificationResult) =>
    result.stages.find(({ name }) => name === "EmbeddingCheck")?.reason;

  test("compares what a judge extracted alone, and its pass makes fields and granular score agree", async () => {
    const { result, judged, calls } = await embedded({
      template: answerTemplate({ target, cites }),
      answer: "B-cell lymphoma 2 [1]",
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template).toMatchObject({
      ...{ embeddingOverrideApplied: true, verifyGranularResult: 1 },
      fieldResults: { target: true, cites: true },
    });
    expect(judged.at(-1)).toContain("B-cell lymphoma 2");
    expect(judged.at(-1)).not.toContain("cites");
    expect(calls.find(({ path: asked }) => asked.endsWith("/embeddings"))?.body.input).toEqual([
      '{"target": "BCL2"}',
      '{"target": "B-cell lymphoma 2"}',
    ]);
    expect(result.rulings[0]).toMatchObject({ stage: "VerifyTemplate", reason: "wrong: target" });
  });

  test("never overrides a check of the trace", async () => {
    for (const value of ["BCL2", "B-cell lymphoma 2"]) {
      const { result } = await embedded({
        template: answerTemplate({ target, cites }),
        judge: { ...judge, target: value },
      });
      expect(outcomeOf(result)).toBe("wrong");
      expect(result.template?.embeddingCheckPerformed).toBe(false);
      expect(skipped(result)).toMatch(/trace/);
    }
    const alone = await embedded({ template: answerTemplate({ cites }) });
    expect(outcomeOf(alone.result)).toBe("wrong");
    expect(skipped(alone.result)).toBe("no value was extracted");
  });

  test("nor a custom check that rejects equal values", async () => {
    const template = answerTemplate({ target }, { verify: () => false });
    const { result } = await embedded({ template, judge: { ...judge, target: "BCL2" } });
    expect(outcomeOf(result)).toBe("wrong");
    expect(skipped(result)).toBe("every value is right already; what failed is the custom check");
  });

  test("a pattern that failed stays the reason, and nothing was overridden", async () => {
    const template = answerTemplate(
      { target },
      { regex: { cites: { pattern: "\\[1\\]", expected: 1, matchType: "count" } } },
    );
    const { result } = await embedded({ template });
    expect(result.metadata.failure?.reason).toBe("wrong: target; pattern not matched: cites");
    expect(result.template).toMatchObject({ embeddingCheckPerformed: true, embeddingOverrideApplied: false });
    expect(result.metadata.caveats).not.toContain("embedding_override");
  });

  test("may save an answer whose strategy asks for the value or the trace", async () => {
    const { result } = await embedded({
      template: answerTemplate(
        { target, cites },
        {
          strategy: anyOf(["target", "cites"]),
        },
      ),
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.fieldResults).toEqual({ target: true, cites: false });
  });
});

test("a granular check that throws leaves no score and says so", async () => {
  const template = answerTemplate(
    { target },
    {
      verifyGranular: () => {
        throw new Error("no such key");
      },
    },
  );
  const { result } = await run({ template, judge: { target: "BCL2" } });
  expect(outcomeOf(result)).toBe("pass");
  expect(result.template?.verifyGranularResult).toBeNull();
  expect(result.metadata.warnings).toEqual(["There is no granular score: verifyGranular: no such key"]);
});

test("no answer is bought for a question with neither template nor trait, and the run says so", async () => {
  await using server = await startOpenAiServer({ chat: () => "BCL2" });
  const benchmark = Benchmark.create({ name: "Mixed" });
  benchmark.addQuestion({ id: "none", question: "Anything?", rawAnswer: "x" });
  benchmark.addQuestion({ id: "one", question: "What?", rawAnswer: "x", rubric: [harmless] });
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const warnings: string[] = [];
  const set = await benchmark.runVerification(
    { answeringModels: [model], parsingModels: [model], evaluationMode: "template_and_rubric" },
    { warn: (text) => warnings.push(text) },
  );
  expect(server.requests).toHaveLength(1);
  expect(set.results.map(outcomeOf)).toEqual(["unscored", "unscored"]);
  expect(warnings).toEqual([
    "2 questions without a template (none, one); nothing can be verified there.",
    "Nothing is judged, and no answer is asked for, where there is neither a template nor a trait: none.",
  ]);
});
