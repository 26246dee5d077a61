import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import type { EmbedderPort, SearchPort } from "../ports/index.ts";
import { lacksInfrastructure, outcomeOf } from "../result/index.ts";
import {
  type AnswerTemplate,
  answerTemplate,
  exactMatch,
  traceContains,
  verified,
} from "../template/index.ts";
import { builtInStages, type DeepJudgmentOptions, defineStage, StageOrchestrator } from "./index.ts";
import { type ScriptedStep, scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
  disease: verified(z.string(), { description: "The disease", groundTruth: "CLL", verifyWith: exactMatch() }),
});
const answer = "Venetoclax binds directly to BCL2. It is approved for CLL.";
const full: DeepJudgmentOptions = {
  mode: "full",
  strategy: "batch",
  settings: { maxExcerpts: 3, threshold: 0.8, retryAttempts: 0 },
  search: null,
};

const quoting = (target: readonly string[], disease: readonly string[]): ScriptedStep => {
  const entries = (texts: readonly string[]) => texts.map((text) => ({ text, confidence: "high" }));
  return { json: { excerpts: { target: entries(target), disease: entries(disease) } } };
};
const quoted = quoting(["binds directly to BCL2"], ["It is approved for CLL."]);
const oneQuoted = quoting(["binds directly to BCL2"], ["Ibrutinib inhibits a tyrosine kinase"]);
const reasoned: ScriptedStep = { json: { reasoning: { target: "It is BCL2.", disease: "It is CLL." } } };
const filled: ScriptedStep = { json: { target: "BCL2", disease: "CLL" } };

async function run(
  steps: readonly ScriptedStep[],
  given: {
    readonly deepJudgment?: DeepJudgmentOptions;
    readonly template?: AnswerTemplate;
    readonly abstention?: boolean;
    readonly embedder?: EmbedderPort;
  } = {},
) {
  const judge = scriptedModel(steps);
  const { deepJudgment, abstention = false } = given;
  const task = taskFor({
    template: given.template ?? template,
    answering: scriptedModel([answer]),
    judge,
    options: {
      abstention,
      ...(deepJudgment && { deepJudgment }),
      ...(given.embedder && { embedding: { embedder: given.embedder, threshold: 0.5 } }),
    },
  });
  const orchestrator = StageOrchestrator.fromConfig({
    abstentionEnabled: abstention,
    deepJudgmentEnabled: deepJudgment !== undefined,
  });
  const services = await plainServices();
  const result = await orchestrator.execute(task, { services, signal: new AbortController().signal });
  judge.assertComplete();
  const stageOf = (name: string) => result.stages.find((stage) => stage.name === name);
  return { ...result, stageOf, requests: judge.requests };
}

test("a result shows the evidence behind its values", async () => {
  const result = await run([quoted, reasoned, filled], { deepJudgment: full });
  expect(outcomeOf(result)).toBe("pass");
  expect(result.deepJudgment).toEqual({
    deepJudgmentEnabled: true,
    deepJudgmentMode: "full",
    deepJudgmentPerformed: true,
    extractedExcerpts: {
      target: [
        { text: "binds directly to BCL2", confidence: "high", similarityScore: 1, start: 11, end: 33 },
      ],
      disease: [
        { text: "It is approved for CLL.", confidence: "high", similarityScore: 1, start: 35, end: 58 },
      ],
    },
    rejectedExcerpts: null,
    attributeReasoning: { target: "It is BCL2.", disease: "It is CLL." },
    deepJudgmentStagesCompleted: ["excerpts", "reasoning", "parameters"],
    deepJudgmentModelCalls: 3,
    deepJudgmentExcerptRetryCount: 0,
    attributesWithoutExcerpts: [],
    deepJudgmentSearchEnabled: false,
    hallucinationRiskAssessment: null,
  });
  expect(result.stageOf("ParseTemplate")?.modelCalls).toBe(3);
  expect(result.stageOf("DeepJudgmentAutoFail")).toMatchObject({
    status: "skipped",
    reason: "every attribute has its excerpts",
  });
});

test("the ranges of excerpts are those of the text the judge saw", async () => {
  const { deepJudgment, evaluationInput } = await run([quoted, reasoned, filled], { deepJudgment: full });
  const excerpt = deepJudgment?.extractedExcerpts?.target?.[0];
  expect(evaluationInput?.slice(excerpt?.start ?? 0, excerpt?.end ?? 0)).toBe("binds directly to BCL2");
});

test("tokens are counted by step", async () => {
  const search: SearchPort = {
    search: async (queries) => queries.map(() => ({ ok: true, results: [] })),
    async [Symbol.asyncDispose]() {},
  };
  const assessed = {
    json: {
      excerpt_assessments: [
        { excerpt_id: "1", justification: "", hallucination_risk: "low" },
        { excerpt_id: "2", justification: "", hallucination_risk: "high" },
      ],
    },
  };
  const result = await run([quoted, assessed, reasoned, filled], { deepJudgment: { ...full, search } });
  expect(Object.keys(result.template?.usageMetadata ?? {})).toEqual([
    "answer_generation",
    "deep_judgment_excerpts",
    "deep_judgment_hallucination_assessment",
    "deep_judgment_reasoning",
    "parsing",
    "total",
  ]);
  expect(result.template?.usageMetadata?.parsing).toMatchObject({ totalTokens: 15 });
  expect(result.deepJudgment).toMatchObject({
    deepJudgmentSearchEnabled: true,
    hallucinationRiskAssessment: { target: "low", disease: "high" },
    deepJudgmentModelCalls: 4,
  });
});

describe("DeepJudgmentAutoFail", () => {
  test("fails an answer that lacks an excerpt, though its values are right", async () => {
    const result = await run([oneQuoted, reasoned, filled], { deepJudgment: full });
    expect(result.template).toMatchObject({ verifyResult: false, templateVerificationPerformed: true });
    expect(result.metadata.failure).toMatchObject({
      category: "deep_judgment",
      group: "autofail",
      stage: "DeepJudgmentAutoFail",
      reason: "no excerpt was found for: disease",
    });
    expect(outcomeOf(result)).toBe("wrong");
    expect(result.rulings.map(({ kind, verifyResult }) => [kind, verifyResult])).toEqual([
      ["verification", true],
      ["auto_fail", false],
    ]);
    expect(result.deepJudgment?.attributesWithoutExcerpts).toEqual(["disease"]);
    expect(result.metadata.completedWithoutErrors).toBe(true);
  });

  test("undoes the pass of the embedding check before it", async () => {
    const embedder: EmbedderPort = {
      model: "test-embedder",
      embed: async (texts) => texts.map(() => [1, 0]),
      async [Symbol.asyncDispose]() {},
    };
    const other: ScriptedStep = { json: { target: "BCL-2", disease: "CLL" } };
    const equivalent: ScriptedStep = { json: { reasoning: "The same protein.", equivalent: true } };
    const result = await run([oneQuoted, reasoned, other, equivalent], { deepJudgment: full, embedder });
    expect(result.template).toMatchObject({ embeddingOverrideApplied: true, verifyResult: false });
    expect(result.rulings.map(({ stage, verifyResult }) => [stage, verifyResult])).toEqual([
      ["VerifyTemplate", false],
      ["EmbeddingCheck", true],
      ["DeepJudgmentAutoFail", false],
    ]);
    expect(result.metadata.failure?.category).toBe("deep_judgment");
  });

  test("abstention goes before it: nothing is parsed", async () => {
    const abstained: ScriptedStep = { json: { reasoning: "It declines.", abstention_detected: true } };
    const result = await run([abstained], { deepJudgment: full, abstention: true });
    expect(result.stageOf("DeepJudgmentAutoFail")).toMatchObject({
      status: "skipped",
      reason: "the model abstained",
    });
    expect(result.metadata.failure?.category).toBe("abstention");
    expect(result.deepJudgment).toMatchObject({
      deepJudgmentEnabled: true,
      deepJudgmentPerformed: false,
      deepJudgmentMode: "full",
    });
  });

  test("reasoning_only has no excerpts to lack", async () => {
    const result = await run([reasoned, filled], { deepJudgment: { ...full, mode: "reasoning_only" } });
    expect(result.template?.verifyResult).toBe(true);
    expect(result.stageOf("DeepJudgmentAutoFail")).toMatchObject({ status: "skipped" });
    expect(result.deepJudgment).toMatchObject({
      deepJudgmentPerformed: true,
      deepJudgmentMode: "reasoning_only",
      extractedExcerpts: {},
      attributesWithoutExcerpts: [],
      deepJudgmentModelCalls: 2,
    });
  });

  test("a template that was filled in another way is left alone", async () => {
    const agentic = defineStage({
      name: "AgenticParseTemplate",
      requires: ["template", "response"],
      produces: ["parsed"],
      async run() {
        return {
          parsed: {
            answer: { values: { target: "BCL2", disease: "CLL" }, nullFields: [] },
            parsedBy: "agent",
            evaluationInput: null,
            usedFullTrace: false,
          },
        };
      },
    });
    const stages = StageOrchestrator.fromConfig({ deepJudgmentEnabled: true }).stages.map((stage) =>
      stage === builtInStages.ParseTemplate ? agentic : stage,
    );
    const task = taskFor({
      template,
      answering: scriptedModel([answer]),
      judge: scriptedModel([]),
      options: { deepJudgment: full },
    });
    const services = await plainServices();
    const signal = new AbortController().signal;
    const result = await new StageOrchestrator(stages).execute(task, { services, signal });
    expect(result.template?.verifyResult).toBe(true);
    expect(result.stages.find(({ name }) => name === "DeepJudgmentAutoFail")?.status).toBe("skipped");
    expect(result.deepJudgment).toMatchObject({ deepJudgmentEnabled: true, deepJudgmentPerformed: false });
  });
});

describe("a failed judge is no verdict", () => {
  test("excerpts that cannot be read are a parsing failure", async () => {
    const result = await run(["no JSON", "no JSON"], { deepJudgment: full });
    expect(result.template?.verifyResult).toBeNull();
    expect(result.metadata).toMatchObject({
      completedWithoutErrors: false,
      error: expect.stringMatching(/^Deep judgment parsing failed: /),
      failure: { category: "parsing", stage: "ParseTemplate" },
    });
    expect(outcomeOf(result)).toBe("judge_failed");
    expect(result.deepJudgment).toMatchObject({
      deepJudgmentEnabled: true,
      deepJudgmentPerformed: false,
      deepJudgmentMode: "full",
      extractedExcerpts: null,
    });
  });

  test("a judge that cannot be reached is a failure of the infrastructure", async () => {
    const down = new TransportError("server_error", "status 500");
    const result = await run([down], { deepJudgment: full });
    expect(result.metadata.failure).toMatchObject({ category: "server_error", stage: "ParseTemplate" });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
  });

  test("reasoning that could not be had is a warning, and the result is known to lack it", async () => {
    const down = new TransportError("server_error", "status 500");
    const result = await run([quoted, down, filled], { deepJudgment: full });
    expect(result.template?.verifyResult).toBe(true);
    expect(result.metadata.warnings).toEqual(["Reasoning about target, disease failed: status 500"]);
    expect(result.deepJudgment).toMatchObject({ deepJudgmentPerformed: true, attributeReasoning: {} });
    expect(lacksInfrastructure(result)).toBe(true);
  });
});

describe("where there is nothing to judge deep", () => {
  test("a template of trace fields asks no judge", async () => {
    const cites = verified(z.boolean(), {
      description: "Names BCL2",
      groundTruth: true,
      verifyWith: traceContains({ substring: "BCL2" }),
    });
    const result = await run([], { deepJudgment: full, template: answerTemplate({ cites }) });
    expect(result.template?.verifyResult).toBe(true);
    expect(result.deepJudgment).toMatchObject({ deepJudgmentEnabled: true, deepJudgmentPerformed: false });
  });

  test("a run without deep judgment has no such section, stage or call", async () => {
    const result = await run([filled]);
    expect(result.deepJudgment).toBeNull();
    expect(result.stageOf("DeepJudgmentAutoFail")).toBeUndefined();
  });
});

test("ground truth is shown to no step about evidence", async () => {
  const secret = answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "secret-truth",
      verifyWith: exactMatch(),
    }),
    disease: verified(z.string(), {
      description: "The disease",
      groundTruth: "CLL",
      verifyWith: exactMatch(),
    }),
  });
  const { requests } = await run([quoted, reasoned, filled], { deepJudgment: full, template: secret });
  expect(JSON.stringify(requests)).not.toContain("secret-truth");
});
