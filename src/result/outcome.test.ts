import { describe, expect, it } from "vitest";
import {
  countOutcomes,
  Failure,
  FailureCategory,
  failure,
  failureGroup,
  failureOutcome,
  longestReason,
  outcomeOf,
  passShare,
} from "./index.ts";
import { sampleResult } from "./testing/sample-result.ts";

const failed = (category: FailureCategory, verifyResult: boolean | null) =>
  sampleResult({
    metadata: { failure: failure({ category, stage: "S", reason: "r" }) },
    template: { verifyResult },
  });

describe("failure", () => {
  it("cuts the reason at 500 characters without splitting one", () => {
    const { reason } = failure({ category: "timeout", stage: "S", reason: "😀".repeat(600) });
    expect(reason).toBe("😀".repeat(longestReason));
  });

  it("always carries the group of its category, whatever a file says", () => {
    const json = { category: "timeout", stage: "S", reason: "r", group: "content" };
    expect(Failure.parse(json).group).toBe("retry");
  });

  it("knows a group and an outcome for each category", () => {
    const table = FailureCategory.options.map((category) =>
      [category, failureGroup(category), failureOutcome(category)].join(" "),
    );
    expect(table).toMatchInlineSnapshot(`
      [
        "content content wrong",
        "recursion_limit autofail wrong",
        "trace_validation autofail wrong",
        "deep_judgment autofail wrong",
        "deep_judgment_rubric autofail wrong",
        "timeout retry infrastructure_failed",
        "connection retry infrastructure_failed",
        "rate_limit retry infrastructure_failed",
        "server_error retry infrastructure_failed",
        "abstention abstained no_answer",
        "sufficiency abstained no_answer",
        "empty_response abstained no_answer",
        "no_final_message abstained no_answer",
        "template_validation system not_evaluable",
        "parsing system judge_failed",
        "authentication system infrastructure_failed",
        "invalid_request system infrastructure_failed",
        "recording_missing system infrastructure_failed",
        "configuration system infrastructure_failed",
        "unexpected_error system infrastructure_failed",
      ]
    `);
  });
});

describe("outcomeOf", () => {
  it("is never a pass where there is a failure, nor a wrong answer where that is a fault", () => {
    expect(outcomeOf(sampleResult())).toBe("pass");
    expect(outcomeOf(failed("timeout", true))).toBe("infrastructure_failed");
    expect(outcomeOf(failed("content", true))).toBe("wrong");
    expect(outcomeOf(failed("connection", false))).toBe("infrastructure_failed");
  });

  it.each(["rubric_only", "template_and_rubric"] as const)(
    "is not wrong where nothing was to be verified: %s",
    (evaluationMode) => {
      const ended = (category: FailureCategory) => {
        const { metadata, ...rest } = failed(category, false);
        return outcomeOf({ ...rest, metadata: { ...metadata, evaluationMode, templateId: "no_template" } });
      };
      expect(ended("recursion_limit")).toBe("auto_failed");
      expect(ended("deep_judgment_rubric")).toBe("auto_failed");
      expect(ended("abstention")).toBe("no_answer");
    },
  );

  it("tells a wrong answer from no answer when the verdict is false", () => {
    expect(outcomeOf(failed("content", false))).toBe("wrong");
    expect(outcomeOf(failed("recursion_limit", false))).toBe("wrong");
    expect(outcomeOf(failed("abstention", false))).toBe("no_answer");
    expect(outcomeOf(failed("sufficiency", false))).toBe("no_answer");
  });

  it("reads old rows of insufficient answers, which have no failure", () => {
    const template = { verifyResult: false, sufficiencyOverrideApplied: true };
    expect(outcomeOf(sampleResult({ template }))).toBe("no_answer");
    expect(outcomeOf(sampleResult({ template: { verifyResult: false } }))).toBe("wrong");
  });

  it("never counts an unreadable judge reply, a fault or a broken template as wrong", () => {
    expect(outcomeOf(failed("parsing", null))).toBe("judge_failed");
    expect(outcomeOf(failed("connection", null))).toBe("infrastructure_failed");
    expect(outcomeOf(failed("template_validation", null))).toBe("not_evaluable");
  });

  it("is unscored without verdict and failure, as with rubrics only", () => {
    expect(outcomeOf(sampleResult({ template: { verifyResult: null } }))).toBe("unscored");
    expect(outcomeOf(sampleResult({ template: null }))).toBe("unscored");
  });
});

describe("passShare", () => {
  it("divides by the results that say something about the model", () => {
    const results = [
      sampleResult(),
      failed("content", false),
      failed("abstention", false),
      failed("parsing", null),
      failed("timeout", null),
      sampleResult({ template: null }),
    ];
    expect(passShare(countOutcomes(results))).toEqual({ passed: 1, of: 3, rate: 1 / 3 });
  });

  it("has no rate without a denominator", () => {
    expect(passShare(countOutcomes([failed("timeout", null)]))).toEqual({ passed: 0, of: 0, rate: null });
  });
});
