import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../models/testing/index.ts";
import {
  lacksInfrastructure,
  outcomeOf,
  type VerificationResult,
  VerificationResultSet,
} from "../result/index.ts";
import {
  agenticTrait,
  allTraits,
  CallableRubricTrait,
  callableTrait,
  llmTrait,
  regexTrait,
} from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const polite = llmTrait({ name: "polite", description: "Is it polite?", kind: "boolean" });
const clear = llmTrait({ name: "clear", description: "Is it clear?", kind: "score" });
const short = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 40 });
const cites = regexTrait({ name: "cites", pattern: "\\[1\\]" });

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({
    id: "q1",
    question: "Which protein?",
    rawAnswer: "BCL2",
    template,
    rubric: [cites],
  });
  benchmark.addQuestion({ id: "q2", question: "Why?", rawAnswer: "It binds." });
  benchmark.setGlobalRubric([polite, clear, short]);
  return benchmark;
}

/** Fills in what is asked for, as far as it is known here. */
const fill: NonNullable<OpenAiScript["chat"]> = ({ body }) => {
  const asked = JSON.stringify(body.response_format ?? "");
  if (asked === '""') return "It is BCL2. [1]";
  if (asked.includes('"target"')) return JSON.stringify({ target: "BCL2" });
  if (asked.includes('"score"')) return JSON.stringify({ score: 4 });
  if (asked.includes('"result"')) return JSON.stringify({ result: true });
  return JSON.stringify({ scores: { polite: true, clear: 4 } });
};

const configOf = (url: string, more: VerificationConfig): VerificationConfig => {
  const model = { modelName: "m", endpointBaseUrl: url };
  return { answeringModels: [model], parsingModels: [model], ...more };
};

const scoresOf = ({ rubric }: VerificationResult) =>
  rubric && { ...rubric.llmTraitScores, ...rubric.regexTraitScores, ...rubric.callableTraitScores };

test("a log shows the rubrics of its run, for whoever reads its scores", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const folder = await mkdtemp(path.join(tmpdir(), "run-rubrics-log-"));
  const rubricOf = async (more: VerificationConfig) => {
    const output = path.join(folder, `${more.evaluationMode}.jsonl`);
    await sample().runVerification(configOf(server.url, more), { output });
    return (await VerificationResultSet.fromLog(output)).getRubric();
  };
  try {
    const shown = await rubricOf({ evaluationMode: "template_and_rubric", rubricEnabled: true });
    expect(
      shown &&
        allTraits(shown)
          .map(({ name }) => name)
          .sort(),
    ).toEqual(["cites", "clear", "polite", "short"]);
    expect(await rubricOf({ evaluationMode: "template_only" })).toBeNull();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("template_and_rubric: right or wrong where there is a template, traits everywhere", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const config = configOf(server.url, { evaluationMode: "template_and_rubric", rubricEnabled: true });
  const results = [...(await sample().runVerification(config))];
  expect(results.map((result) => result.template?.verifyResult ?? null)).toEqual([true, null]);
  expect(results.map(scoresOf)).toEqual([
    { polite: true, clear: 4, short: true, cites: true },
    { polite: true, clear: 4, short: true },
  ]);
  expect(results[0]?.rubric?.traitProvenance).toEqual({
    polite: "global",
    clear: "global",
    short: "global",
    cites: "question_specific",
  });
  // two answers, one template, one call for both judged traits of each question
  expect(server.requests).toHaveLength(5);
});

test("rubric_only: templates are not looked at", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const config = configOf(server.url, { evaluationMode: "rubric_only", embeddingCheckEnabled: true });
  const results = [...(await sample().runVerification(config))];
  expect(results.map((result) => result.template?.verifyResult ?? null)).toEqual([null, null]);
  expect(results.map((result) => result.stages.map(({ name }) => name).includes("ParseTemplate"))).toEqual([
    false,
    false,
  ]);
  expect(scoresOf(results[1] as VerificationResult)).toEqual({ polite: true, clear: 4, short: true });
  expect(server.requests).toHaveLength(4);
});

test("template_only: a question without a template has no verdict, and no trait is judged", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const warnings: string[] = [];
  const results = [
    ...(await sample().runVerification(configOf(server.url, {}), { warn: (text) => warnings.push(text) })),
  ];
  expect(results.map(outcomeOf)).toEqual(["pass", "not_evaluable"]);
  expect(results.map(({ rubric }) => rubric?.rubricEvaluationPerformed ?? false)).toEqual([false, false]);
  expect(warnings).toEqual([
    expect.stringContaining("1 question without a template (q2)"),
    expect.stringContaining("not judged in evaluation mode template_only"),
  ]);
});

test("a choice of traits where none is judged is refused, not passed over", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const running = sample().runVerification(configOf(server.url, { rubricTraitNames: ["polite"] }));
  await expect(running).rejects.toMatchObject({
    code: "configuration",
    message: expect.stringContaining('"template_only" judges none'),
  });
  expect(server.requests).toHaveLength(0);
});

test("a judge whose server fails for traits leaves a result to repeat", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  await using failing = await startOpenAiServer({ chat: () => ({ status: 500, body: {} }) });
  const config = configOf(server.url, { evaluationMode: "rubric_only" });
  const [judge] = config.parsingModels ?? [];
  const unreachable = { ...judge, endpointBaseUrl: failing.url };
  const results = [
    ...(await sample().runVerification({
      ...config,
      parsingModels: [unreachable],
      retryPolicy: { serverError: { maxAttempts: 0 } },
    })),
  ];
  expect(results.map(lacksInfrastructure)).toEqual([true, true]);
});

test("strategy and choice of traits reach the judge", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const config = configOf(server.url, {
    evaluationMode: "rubric_only",
    rubricEvaluationStrategy: "sequential",
    rubricTraitNames: ["polite", "clear"],
  });
  const results = [...(await sample().runVerification(config))];
  expect(results.map(scoresOf)).toEqual([
    { polite: true, clear: 4 },
    { polite: true, clear: 4 },
  ]);
  // per question: one answer, one call per trait
  expect(server.requests).toHaveLength(6);
  expect(results[0]?.rubric?.rubricEvaluationStrategy).toBe("sequential");
});

describe("functions", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "rubrics-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("from a file run in the sandbox; Python's are said to have no value before any call", async () => {
    await using server = await startOpenAiServer({ chat: fill });
    const pickled = CallableRubricTrait.parse({
      type: "callable",
      name: "words",
      kind: "boolean",
      code: { kind: "pickle", base64: "gAR9" },
    });
    const written = sample();
    written.addGlobalTrait(pickled);
    const read = await Benchmark.load(await written.save(path.join(folder, "b.jsonld")));
    const warnings: { readonly text: string; readonly calls: number }[] = [];
    const results = [
      ...(await read.runVerification(configOf(server.url, { evaluationMode: "rubric_only" }), {
        warn: (text) => warnings.push({ text, calls: server.requests.length }),
      })),
    ];
    expect(warnings).toEqual([{ text: expect.stringContaining('"words" gets no value'), calls: 0 }]);
    expect(results.map((result) => result.rubric?.callableTraitScores)).toEqual([
      { short: true },
      { short: true },
    ]);
    expect(results.map((result) => result.rubric?.traitFailures)).toEqual([
      { words: expect.stringContaining("Python") },
      { words: expect.stringContaining("Python") },
    ]);
  });
});

describe("no model is asked", () => {
  test.each<[string, (benchmark: Benchmark) => void, VerificationConfig, object]>([
    [
      "when a trait does not exist",
      () => undefined,
      { rubricTraitNames: ["politte"] },
      { code: "configuration", message: expect.stringContaining('did you mean "polite"') },
    ],
    [
      "when a trait needs an agent",
      (benchmark) =>
        benchmark.addGlobalTrait(
          agenticTrait({ name: "runs", description: "Does it run?", kind: "boolean" }),
        ),
      {},
      {
        code: "configuration",
        message: expect.stringContaining(
          '"runs" (q1, q2) is judged by an agent; "m" (openai_endpoint) is none',
        ),
      },
    ],
    [
      "when there is no trait",
      (benchmark) => benchmark.clearAllRubrics(),
      { evaluationMode: "rubric_only" },
      { code: "invalid_input", message: expect.stringContaining("nothing to judge") },
    ],
    [
      "when an example does not exist",
      () => undefined,
      {
        fewShotConfig: {
          poolMode: "custom",
          questionConfigs: { q1: { selectedExamples: [0] }, q2: { excludedExamples: [1] } },
        },
      },
      {
        code: "configuration",
        message: expect.stringMatching(/q1 has no example 0[\s\S]*q2 has no example 1/),
      },
    ],
  ])("%s", async (_, change, more, error) => {
    await using server = await startOpenAiServer({ chat: fill });
    const benchmark = sample();
    change(benchmark);
    const config = configOf(server.url, { evaluationMode: "template_and_rubric", ...more });
    await expect(benchmark.runVerification(config)).rejects.toMatchObject(error);
    expect(server.requests).toHaveLength(0);
  });
});

test("examples drawn by lot stand before the question, the global ones last", async () => {
  await using server = await startOpenAiServer({ chat: fill });
  const benchmark = Benchmark.create({ name: "Sample" });
  const fewShotExamples = Array.from({ length: 10 }, (_, place) => ({
    question: `Example ${place}?`,
    answer: "x",
  }));
  benchmark.addQuestion({ id: "qid-1", question: "Which?", rawAnswer: "BCL2", template, fewShotExamples });
  const fewShotConfig = {
    poolMode: "k-shot" as const,
    globalExamples: [{ question: "Global?", answer: "y" }],
  };
  await benchmark.runVerification(configOf(server.url, { fewShotConfig }));
  const [asked] = server.requests;
  expect(JSON.stringify(asked?.body).match(/Example \d|Global|Which/g)).toEqual([
    "Example 9",
    "Example 2",
    "Example 1",
    "Global",
    "Which",
  ]);
});

test.each([
  [true, 3],
  [false, 4],
])(
  "checks before parsing, combined: %s, take so many calls with answer and template: %i",
  async (combinedChecks, calls) => {
    await using server = await startOpenAiServer({
      chat: (request, index) =>
        /abstention|sufficien/.test(JSON.stringify(request.body.response_format ?? ""))
          ? JSON.stringify({
              abstention: { reasoning: "No.", abstention_detected: false },
              sufficiency: { reasoning: "Yes.", sufficient: true },
              reasoning: "It answers.",
              abstention_detected: false,
              sufficient: true,
            })
          : fill(request, index),
    });
    const checks = { abstentionEnabled: true, sufficiencyEnabled: true, combinedChecks };
    const results = await sample().runVerification(configOf(server.url, checks), { questionIds: ["q1"] });
    expect([...results].map(outcomeOf)).toEqual(["pass"]);
    expect(server.requests).toHaveLength(calls);
  },
);
