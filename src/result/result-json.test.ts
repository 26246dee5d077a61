import { describe, expect, it } from "vitest";
import {
  failure,
  getAllTraitScores,
  getLlmTraitLabels,
  getTraitByName,
  outcomeOf,
  resultFromJson,
  resultToJson,
  rubricSection,
} from "./index.ts";
import { sampleResult } from "./testing/sample-result.ts";

const full = sampleResult({
  metadata: {
    failure: failure({
      category: "content",
      stage: "VerifyTemplate",
      reason: "target: no",
      details: { myKey: 1 },
    }),
    retryCounts: { rate_limit: { used: 1, budget: 5 } },
    answering: { interface: "openai", modelName: "gpt", tools: ["search"], configId: "fast" },
  },
  template: {
    verifyResult: false,
    parsedLlmResponse: { targetName: "BCL2", other_name: null },
    traceMessages: [
      {
        role: "assistant",
        content: "",
        blockIndex: 0,
        toolCalls: [{ id: "1", name: "find", input: { searchTerm: "x" } }],
      },
      { role: "tool", content: "found", blockIndex: 1, toolResult: { toolUseId: "1", isError: false } },
    ],
    usageMetadata: {
      answer_generation: {
        inputTokens: 1,
        outputTokens: 2,
        totalTokens: 3,
        inputTokenDetails: { cache_read: 1 },
      },
    },
    agentMetrics: { iterations: 1, toolCallCounts: { myTool: 1 } },
  },
  rubric: rubricSection({ llmTraitScores: { myTrait: 4 }, metricTraitScores: { m: { f1: 0.5 } } }),
  rulings: [
    { stage: "VerifyTemplate", verifyResult: false, kind: "verification", reason: "no", category: "content" },
  ],
});

describe("a stored result", () => {
  it("has snake_case keys, the user's own keys and every field", () => {
    const json = resultToJson(full);
    expect(json).toMatchObject({
      metadata: {
        completed_without_errors: true,
        failure: { details: { myKey: 1 }, group: "content" },
        answering: { config_id: "fast" },
        run_name: null,
      },
      template: {
        parsed_llm_response: { targetName: "BCL2", other_name: null },
        trace_messages: [
          { tool_calls: [{ input: { searchTerm: "x" } }] },
          { tool_result: { tool_use_id: "1", is_error: false } },
        ],
        usage_metadata: { answer_generation: { input_tokens: 1, input_token_details: { cache_read: 1 } } },
        agent_metrics: { tool_call_counts: { myTool: 1 } },
        verify_result: false,
        sufficiency_reasoning: null,
      },
      rubric: { llm_trait_scores: { myTrait: 4 } },
      deep_judgment: null,
    });
    expect(JSON.stringify(Object.keys(json))).not.toMatch(/[A-Z]/);
  });

  it("comes back as it was", () => {
    expect(resultFromJson(JSON.parse(JSON.stringify(resultToJson(full))), "row")).toEqual(full);
  });

  it("is encoded in less than a tenth of a millisecond of processor time", () => {
    const rounds = 2000;
    for (let round = 0; round < rounds; round++) resultToJson(full);
    const start = process.cpuUsage();
    for (let round = 0; round < rounds; round++) resultToJson(full);
    expect(process.cpuUsage(start).user / 1000 / rounds).toBeLessThan(0.1);
  });

  it("is refused with its place when it does not fit", () => {
    const json = { ...resultToJson(full), rulings: [{ stage: 1 }] };
    expect(() => resultFromJson(json, "x.json result 7")).toThrow(
      /^x\.json result 7 does not.*\n {2}rulings\[0\]\.stage: expected string, found number 1/,
    );
  });
});

const rowOf22 = (metadata: object, rest: object = {}) => ({
  metadata: {
    question_id: "q",
    template_id: "t",
    question_text: "?",
    answering: { interface: "langchain", model_name: "a" },
    parsing: { interface: "langchain", model_name: "b" },
    execution_time: 1,
    timestamp: "2025-01-02 03:04:05",
    result_id: "x",
    ...metadata,
  },
  ...rest,
});

describe("rows of format 2.2", () => {
  it("are completed unless their failure is a fault", () => {
    const completed = (category: string | null) =>
      resultFromJson(
        rowOf22({
          failure: category && { category, stage: "S", reason: "r", details: null, group: "system" },
        }),
        "row",
      ).metadata;
    expect(completed(null)).toMatchObject({ completedWithoutErrors: true, error: null });
    expect(completed("content")).toMatchObject({ completedWithoutErrors: true, error: null });
    expect(completed("rate_limit")).toMatchObject({ completedWithoutErrors: false, error: "r" });
  });

  it("are no pass with a failure, and no failure where the older system notes one for an answer that says enough", () => {
    const outcome = (category: string, template: object) => {
      const failure = { category, stage: "S", reason: "r", details: null, group: "system" };
      return outcomeOf(resultFromJson(rowOf22({ failure }, { template }), "row"));
    };
    expect(outcome("timeout", { verify_result: true })).toBe("infrastructure_failed");
    expect(outcome("connection", { verify_result: false })).toBe("infrastructure_failed");
    expect(outcome("sufficiency", { verify_result: true, sufficiency_detected: true })).toBe("pass");
    expect(outcome("sufficiency", { verify_result: false, sufficiency_detected: false })).toBe("no_answer");
  });

  it("had deep judgment enabled when their mode says so", () => {
    const section = { deep_judgment_mode: "full", deep_judgment_performed: true };
    expect(
      resultFromJson(rowOf22({}, { deep_judgment: section }), "row").deepJudgment?.deepJudgmentEnabled,
    ).toBe(true);
  });

  it("may lack rejected excerpts, and keep a risk in words of their own", () => {
    const excerpt = { text: "BCL2", confidence: "high", similarity_score: 1, hallucination_risk: "Moderate" };
    const sections = {
      deep_judgment: {
        extracted_excerpts: { target: [excerpt] },
        hallucination_risk_assessment: { target: "low", disease: "MODERATE" },
      },
      deep_judgment_rubric: { deep_judgment_rubric_performed: true },
    };
    const result = resultFromJson(rowOf22({}, sections), "row");
    expect(result.deepJudgment).toMatchObject({
      extractedExcerpts: { target: [{ hallucinationRisk: "Moderate" }] },
      hallucinationRiskAssessment: { target: "low", disease: "MODERATE" },
      rejectedExcerpts: null,
    });
    expect(result.deepJudgmentRubric?.rejectedRubricExcerpts).toBeNull();
  });

  it("are refused with unknown keys in their metadata, and may have others elsewhere", () => {
    expect(() => resultFromJson(rowOf22({ surprise: 1 }), "row")).toThrow(
      /metadata: expected no other keys, found surprise/,
    );
    expect(
      resultFromJson(rowOf22({}, { row_index: 1, success: "abstained" }), "row").metadata.questionId,
    ).toBe("q");
  });
});

describe("rows of formats 2.0 and 2.1", () => {
  const old = (metadata: object) =>
    resultFromJson(
      {
        metadata: {
          question_id: "q",
          template_id: "t",
          question_text: "?",
          answering_model: "openai/gpt-4o",
          parsing_model: "judge",
          answering_replicate: 2,
          parsing_replicate: 2,
          execution_time: 1,
          timestamp: "",
          completed_without_errors: true,
          ...metadata,
        },
        template: { answering_mcp_servers: ["b", "a"], verify_result: null },
      },
      "row",
    );

  it("get identities, one replicate and an identifier", () => {
    const { metadata } = old({});
    expect(metadata.answering).toEqual({
      interface: "openai",
      modelName: "gpt-4o",
      tools: ["a", "b"],
      configId: null,
    });
    expect(metadata.parsing).toMatchObject({ interface: "unknown", modelName: "judge" });
    expect(metadata.replicate).toBe(2);
    expect(metadata.resultId).toMatch(/^[0-9a-f]{16}$/);
  });

  it("stay failures when they were failures", () => {
    const failed = old({ completed_without_errors: false, error: "boom" });
    expect(failed.metadata).toMatchObject({
      completedWithoutErrors: false,
      error: "boom",
      failure: { category: "unexpected_error", reason: "boom" },
    });
    expect(outcomeOf(failed)).toBe("infrastructure_failed");
    expect(outcomeOf(old({ completed_without_errors: "abstained" }))).toBe("no_answer");
  });
});

describe("a row that says in another place that it is no pass", () => {
  const stored = (changes: {
    metadata?: object;
    template?: object;
    stages?: readonly object[];
    rulings?: readonly object[];
  }) => {
    const row = JSON.parse(JSON.stringify(resultToJson(sampleResult())));
    return resultFromJson(
      {
        ...row,
        metadata: { ...row.metadata, ...changes.metadata },
        template: { ...row.template, ...changes.template },
        stages: changes.stages ?? [],
        rulings: changes.rulings ?? [],
      },
      "row",
    );
  };
  const failed = (name: string) => ({ name, status: "failed", reason: "boom" });
  const verified = { name: "VerifyTemplate", status: "ran" };
  const ruling = (verify_result: boolean | null) => ({
    stage: "S",
    verify_result,
    kind: "verification",
    reason: "r",
  });

  it.each([
    ["by not being completed", { metadata: { completed_without_errors: false, error: "boom" } }, /^boom$/],
    [
      "by not being completed, without a reason",
      { metadata: { completed_without_errors: false } },
      /not say why/,
    ],
    ["by an error", { metadata: { error: "boom" } }, /^boom$/],
    [
      "by an error of format 2.2",
      { metadata: { completed_without_errors: undefined, error: "boom" } },
      /^boom$/,
    ],
    [
      "by an error, and has no verdict",
      {
        metadata: { completed_without_errors: false, error: "boom" },
        template: { verify_result: null },
        stages: [verified, failed("RubricEvaluation")],
      },
      /^boom$/,
    ],
    [
      "by an error before the verdict",
      {
        metadata: { completed_without_errors: false, error: "boom" },
        stages: [failed("GenerateAnswer"), verified],
      },
      /^boom$/,
    ],
    [
      "by an error of a stage without a verdict before it",
      { metadata: { completed_without_errors: false, error: "boom" }, stages: [failed("EmbeddingCheck")] },
      /^boom$/,
    ],
    ["by its verification", { stages: [failed("VerifyTemplate")] }, /stage VerifyTemplate that failed/],
    ["by its last ruling", { rulings: [ruling(true), ruling(false)] }, /last ruling that is no pass/],
    [
      "by the last ruling of its stages",
      {
        stages: [
          { ...verified, ruling: ruling(true) },
          { name: "S", status: "ran", ruling: ruling(null) },
        ],
      },
      /last ruling that is no pass/,
    ],
    ["by the turn limit", { template: { recursion_limit_reached: true } }, /recursion_limit_reached true/],
    [
      "by an abstention",
      { template: { abstention_override_applied: true } },
      /abstention_override_applied true/,
    ],
    ["by a lack", { template: { sufficiency_override_applied: true } }, /sufficiency_override_applied true/],
    ["by a pattern", { template: { regex_overall_success: false } }, /regex_overall_success false/],
    ["by its mode", { metadata: { evaluation_mode: "rubric_only" } }, /evaluation_mode rubric_only/],
  ])("is none: %s", (_name, changes, reason) => {
    const { metadata, template } = stored(changes);
    expect(metadata.failure).toMatchObject({
      category: "unexpected_error",
      reason: expect.stringMatching(reason),
    });
    expect(metadata).toMatchObject({ completedWithoutErrors: false, error: expect.stringMatching(reason) });
    expect(outcomeOf({ metadata, template })).toBe("infrastructure_failed");
  });

  it.each([
    ["nothing else is said", {}],
    ["nothing says that it was verified", { template: { template_verification_performed: false } }],
    ["a custom check passed what its fields do not", { template: { field_results: { target: false } } }],
    [
      "a stage failed after the verdict",
      {
        metadata: { completed_without_errors: false, error: "boom" },
        stages: [{ ...verified, ruling: ruling(true) }, failed("RubricEvaluation")],
        rulings: [ruling(false), ruling(true)],
      },
    ],
    [
      "a stage failed after the verdict of one by another name",
      {
        metadata: { completed_without_errors: true, error: "boom" },
        stages: [{ ...verified, name: "Mine", ruling: ruling(true) }, failed("Other")],
        rulings: [ruling(true)],
      },
    ],
  ])("stays a pass where %s", (_name, changes) => {
    expect(outcomeOf(stored(changes))).toBe("pass");
  });

  it.each([0, 1, "false", "", []])("is refused where completed_without_errors is %j", (completed) => {
    expect(() => stored({ metadata: { completed_without_errors: completed } })).toThrow(
      /completed_without_errors/,
    );
  });

  it("keeps its failure of sufficiency where it keeps its stages", () => {
    const { metadata, template } = stored({
      metadata: {
        completed_without_errors: undefined,
        failure: { category: "sufficiency", stage: "SufficiencyCheck", reason: "r", group: "abstained" },
      },
      template: { sufficiency_detected: true },
    });
    expect(outcomeOf({ metadata, template })).toBe("no_answer");
  });
});

describe("trait scores", () => {
  const rubric = rubricSection({
    llmTraitScores: { clarity: 4, both: 1 },
    llmTraitLabels: { tone: "Formal" },
    regexTraitScores: { both: false },
    metricTraitScores: { extraction: { precision: 1 } },
  });

  it("are found by name, and all at once", () => {
    expect(getAllTraitScores(rubric)).toEqual({ clarity: 4, both: false, extraction: { precision: 1 } });
    expect(getTraitByName(rubric, "clarity")).toEqual([4, "llm"]);
    expect(getTraitByName(rubric, "both")).toEqual([1, "llm"]);
    expect(getTraitByName(rubric, "toString")).toBeNull();
    expect(getLlmTraitLabels(rubric)).toEqual({ tone: "Formal" });
    expect(getLlmTraitLabels(rubricSection({}))).toEqual({});
  });
});
