import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../base/index.ts";
import {
  evidenceModel,
  quote,
  quoting,
  type Say,
  wrongQuote,
} from "../judge/deep-judgment/testing/evidence-model.ts";
import { oneResult, scriptedSearch } from "../judge/deep-judgment/testing/scripted-search.ts";
import type { RubricDeepJudgmentOptions } from "../judge/index.ts";
import { lacksInfrastructure, outcomeOf, VerificationResult } from "../result/index.ts";
import { dynamicRubric, llmTrait, regexTrait, rubric } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { type PipelineOptions, StageOrchestrator, type TaskRubric } from "./index.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score" });
const cites = regexTrait({ name: "cites", pattern: "\\[\\d\\]" });
const answer = "Venetoclax binds BCL2 and nothing else [1].";
const deep: RubricDeepJudgmentOptions = {
  mode: "enable_all",
  strategy: "sequential",
  defaults: { maxExcerpts: 7, threshold: 0.8, retryAttempts: 1 },
  globalExcerpts: true,
  searchEnabled: false,
  custom: null,
  search: null,
};

interface Given
  extends Partial<Pick<PipelineOptions, "evaluationMode" | "abstention" | "fullTraceForRubric">> {
  readonly say?: Say;
  readonly deep?: Partial<RubricDeepJudgmentOptions>;
  readonly rubric?: Partial<TaskRubric>;
}

async function run({ say = () => undefined, rubric: given, deep: asked, ...options }: Given = {}) {
  const judge = evidenceModel((call) => {
    if (call.form === "Answer") return { json: { target: "BCL2" } };
    if (call.form === "abstention_detected")
      return { json: { reasoning: "It does not answer.", abstention_detected: true } };
    return say(call);
  });
  const evaluationMode = options.evaluationMode ?? "template_and_rubric";
  const taskRubric = {
    rubric: rubric([clear, depth, cites]),
    provenance: {},
    dynamic: null,
    traitNames: null,
    ...given,
  };
  const task = taskFor({
    template,
    answering: scriptedModel([answer]),
    judge,
    rubric: taskRubric,
    options: { ...options, evaluationMode, deepJudgmentRubric: { ...deep, ...asked } },
  });
  const orchestrator = StageOrchestrator.fromConfig({
    evaluationMode,
    abstentionEnabled: options.abstention,
    rubric: taskRubric.rubric,
  });
  const services = await plainServices();
  const result = await orchestrator.execute(task, { services, signal: new AbortController().signal });
  return { result, judge, questionId: task.question.id };
}

const misquoting: Say = ({ form, traits }) =>
  form === "excerpts" && traits.includes("depth") ? quoting(wrongQuote, traits) : undefined;
const stageOf = ({ stages }: VerificationResult, name: string) => stages.find((stage) => stage.name === name);
const autoFail = "DeepJudgmentRubricAutoFail";

test("the evidence, the scores and the counts stand in the result", async () => {
  const { result, judge } = await run();
  expect(outcomeOf(result)).toBe("pass");
  expect(result.rubric).toMatchObject({
    llmTraitScores: { clear: true, depth: 1 },
    regexTraitScores: { cites: true },
    traitFailures: null,
  });
  const excerpt = { text: quote, confidence: "high", similarityScore: 1, start: 0, end: quote.length };
  const record = {
    stagesCompleted: ["excerpt_extraction", "reasoning_generation", "score_extraction"],
    modelCalls: 3,
    hadExcerpts: true,
    excerptRetryCount: 0,
    excerptValidationFailed: false,
  };
  expect(result.deepJudgmentRubric).toEqual({
    deepJudgmentRubricPerformed: true,
    deepJudgmentRubricUsedFullTrace: true,
    rejectedRubricExcerpts: null,
    extractedRubricExcerpts: { clear: [excerpt], depth: [excerpt] },
    rubricTraitReasoning: { clear: expect.any(String), depth: expect.any(String) },
    deepJudgmentRubricScores: { clear: true, depth: 1 },
    standardRubricScores: {},
    traitMetadata: { clear: record, depth: record },
    traitsWithoutValidExcerpts: [],
    rubricHallucinationRiskAssessment: null,
    totalDeepJudgmentModelCalls: 6,
    totalTraitsEvaluated: 2,
    totalExcerptRetries: 0,
  });
  expect(VerificationResult.safeParse(result).error).toBeUndefined();
  expect(stageOf(result, autoFail)).toMatchObject({
    status: "skipped",
    reason: "every trait has its excerpts",
  });
  expect(stageOf(result, "RubricEvaluation")?.modelCalls).toBe(6);
  expect(judge.calls).toHaveLength(7);
});

describe("auto-fail", () => {
  test("template_and_rubric: a right answer fails, and the warning names the trait and its attempts", async () => {
    const { result } = await run({ say: misquoting });
    expect(result.rulings.map(({ stage, verifyResult }) => [stage, verifyResult])).toEqual([
      ["VerifyTemplate", true],
      [autoFail, false],
    ]);
    expect(result.template?.verifyResult).toBe(false);
    const reason = "no valid excerpt was found for: depth (retries: 1, judge calls: 2)";
    expect(result.metadata.failure).toMatchObject({ category: "deep_judgment_rubric", reason });
    expect(result.metadata.warnings).toContain(`The answer fails: ${reason}.`);
    expect(result.rubric?.llmTraitScores).toEqual({ clear: true });
    expect(result.deepJudgmentRubric).toMatchObject({
      traitsWithoutValidExcerpts: ["depth"],
      totalTraitsEvaluated: 1,
      totalExcerptRetries: 1,
      totalDeepJudgmentModelCalls: 5,
    });
  });

  test("rubric_only: a result without a verdict becomes a failure", async () => {
    const { result } = await run({ say: misquoting, evaluationMode: "rubric_only" });
    expect(result.template?.verifyResult).toBe(false);
    expect(result.metadata.failure).toMatchObject({ category: "deep_judgment_rubric" });
    expect(result.rulings).toHaveLength(1);
  });

  test("rubric_only with all excerpts stays without a verdict", async () => {
    const { result } = await run({ evaluationMode: "rubric_only" });
    expect(outcomeOf(result)).toBe("unscored");
    expect(result.template?.verifyResult).toBeNull();
  });

  test("abstention goes first", async () => {
    const { result } = await run({ say: misquoting, abstention: true });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(stageOf(result, autoFail)).toMatchObject({ status: "skipped", reason: "the model abstained" });
    expect(result.deepJudgmentRubric?.traitsWithoutValidExcerpts).toEqual(["depth"]);
  });

  test.each([
    ["cannot be reached", new TransportError("server_error", "500"), true],
    ["cannot be read", "no", false],
  ])("a judge that %s is no verdict on the answer", async (_name, said, lost) => {
    const { result } = await run({
      say: ({ traits }) => (traits.includes("depth") ? said : undefined),
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(stageOf(result, autoFail)?.status).toBe("skipped");
    expect(result.rubric?.llmTraitScores).toEqual({ clear: true });
    expect(Object.keys(result.rubric?.traitFailures ?? {})).toEqual(["depth"]);
    expect(result.metadata.caveats).toEqual(
      lost ? ["rubric_incomplete", "infrastructure_failed"] : ["rubric_incomplete"],
    );
    expect(lacksInfrastructure(result)).toBe(lost);
    expect(result.deepJudgmentRubric?.traitMetadata?.depth).toMatchObject({
      error: expect.any(String),
      excerptValidationFailed: false,
    });
  });
});

describe("which traits", () => {
  test("none: there is no section, and nothing to fail", async () => {
    const custom = { global: {}, questionSpecific: {} };
    const { result } = await run({ deep: { mode: "custom", custom } });
    expect(result.deepJudgmentRubric).toBeNull();
    expect(result.rubric?.llmTraitScores).toEqual({ clear: true, depth: 1 });
    expect(stageOf(result, autoFail)?.reason).toBe("deep judgment of the rubric was not performed");
  });

  test("those named for this question", async () => {
    const { questionId } = await run();
    const questionSpecific: NonNullable<RubricDeepJudgmentOptions["custom"]>["questionSpecific"] = {
      [questionId]: { depth: {} },
      other: { clear: {} },
    };
    const custom = { global: {}, questionSpecific };
    const { result } = await run({ deep: { mode: "custom", custom } });
    expect(result.deepJudgmentRubric).toMatchObject({
      deepJudgmentRubricScores: { depth: 1 },
      standardRubricScores: { clear: true },
    });
  });

  test("those that ask for it, and the others in the standard way", async () => {
    const willing = llmTrait({ name: "willing", kind: "boolean", deepJudgmentEnabled: true });
    const { result, judge } = await run({
      evaluationMode: "rubric_only",
      deep: { mode: "use_checkpoint" },
      rubric: { rubric: rubric([clear, willing]) },
    });
    expect(result.deepJudgmentRubric).toMatchObject({
      deepJudgmentRubricScores: { willing: true },
      standardRubricScores: { clear: true },
      totalTraitsEvaluated: 1,
    });
    expect(judge.calls).toHaveLength(4);
  });

  test("promoted dynamic traits like any other", async () => {
    const risk = llmTrait({ name: "risk", summary: "Risks", kind: "boolean" });
    const { result } = await run({
      evaluationMode: "rubric_only",
      deep: { mode: "custom", custom: { global: { risk: {} }, questionSpecific: {} } },
      rubric: { dynamic: dynamicRubric([risk]) },
      say: ({ form }) =>
        form === "trait_presence"
          ? { json: { results: [{ trait_name: "risk", present: true }] } }
          : undefined,
    });
    expect(result.rubric?.dynamicRubricPromotedTraits).toEqual(["risk"]);
    expect(result.deepJudgmentRubric?.deepJudgmentRubricScores).toEqual({ risk: true });
  });
});

test("excerpts are looked up by the search of the run", async () => {
  const search = scriptedSearch(() => oneResult);
  const { result } = await run({ deep: { searchEnabled: true, search } });
  expect(search.searches.flat()).toEqual([quote, quote]);
  expect(result.deepJudgmentRubric?.rubricHallucinationRiskAssessment).toEqual({
    clear: { overallRisk: "none", perExcerptRisks: ["none"] },
    depth: { overallRisk: "none", perExcerptRisks: ["none"] },
  });
});

test("offsets count in the text that was judged, and the result says which", async () => {
  const { result } = await run({ fullTraceForRubric: false });
  expect(result.deepJudgmentRubric?.deepJudgmentRubricUsedFullTrace).toBe(false);
  const { start, end } = result.deepJudgmentRubric?.extractedRubricExcerpts?.clear?.[0] ?? {};
  expect(answer.slice(start ?? 0, end ?? 0)).toBe(quote);
});
