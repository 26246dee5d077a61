import { describe, expect, test } from "vitest";
import { composeStageNames } from "./compose.ts";

const rubric = { llmTraits: [{ name: "conciseness" }], regexTraits: [{ name: "has_citations" }] };

describe("the stage lists printed in the specification", () => {
  test("template_only, the default", () => {
    expect(composeStageNames({ evaluationMode: "template_only" })).toEqual([
      "ValidateTemplate",
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "ParseTemplate",
      "VerifyTemplate",
      "EmbeddingCheck",
      "FinalizeResult",
    ]);
    expect(composeStageNames()).toHaveLength(8);
  });

  test("template_only with all options", () => {
    const names = composeStageNames({
      evaluationMode: "template_only",
      abstentionEnabled: true,
      sufficiencyEnabled: true,
      deepJudgmentEnabled: true,
    });
    expect(names).toEqual([
      "ValidateTemplate",
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "AbstentionCheck",
      "SufficiencyCheck",
      "ParseTemplate",
      "VerifyTemplate",
      "EmbeddingCheck",
      "DeepJudgmentAutoFail",
      "FinalizeResult",
    ]);
  });

  test("a rubric in each mode", () => {
    expect(composeStageNames({ evaluationMode: "template_only", rubric })).toHaveLength(8);
    expect(composeStageNames({ evaluationMode: "template_and_rubric", rubric })).toEqual([
      "ValidateTemplate",
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "ParseTemplate",
      "VerifyTemplate",
      "EmbeddingCheck",
      "RubricEvaluation",
      "DeepJudgmentRubricAutoFail",
      "FinalizeResult",
    ]);
    expect(composeStageNames({ evaluationMode: "rubric_only", rubric })).toEqual([
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "RubricEvaluation",
      "DeepJudgmentRubricAutoFail",
      "FinalizeResult",
    ]);
  });

  test("the worked example: template_and_rubric with abstention", () => {
    const names = composeStageNames({
      evaluationMode: "template_and_rubric",
      rubric,
      abstentionEnabled: true,
    });
    expect(names).toEqual([
      "ValidateTemplate",
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "AbstentionCheck",
      "ParseTemplate",
      "VerifyTemplate",
      "EmbeddingCheck",
      "RubricEvaluation",
      "DeepJudgmentRubricAutoFail",
      "FinalizeResult",
    ]);
  });
});

describe("the full matrix", () => {
  test("sufficiency and template stages never stand in rubric_only", () => {
    const names = composeStageNames({
      evaluationMode: "rubric_only",
      rubric,
      abstentionEnabled: true,
      sufficiencyEnabled: true,
      deepJudgmentEnabled: true,
      agenticParsing: true,
    });
    expect(names).toEqual([
      "GenerateAnswer",
      "RecursionLimitAutoFail",
      "TraceValidationAutoFail",
      "AbstentionCheck",
      "RubricEvaluation",
      "DeepJudgmentRubricAutoFail",
      "FinalizeResult",
    ]);
  });

  test("agentic traits are evaluated before the rubric auto-fail", () => {
    const names = composeStageNames({ evaluationMode: "rubric_only", rubric: { agenticTraits: [{}] } });
    expect(names.slice(-3)).toEqual([
      "AgenticRubricEvaluation",
      "DeepJudgmentRubricAutoFail",
      "FinalizeResult",
    ]);
  });

  test("agentic parsing takes the place of ParseTemplate", () => {
    const names = composeStageNames({ agenticParsing: true });
    expect(names).toContain("AgenticParseTemplate");
    expect(names).not.toContain("ParseTemplate");
  });

  test("a rubric without traits adds no stage", () => {
    expect(composeStageNames({ evaluationMode: "rubric_only", rubric: { llmTraits: [] } })).toHaveLength(4);
  });
});
