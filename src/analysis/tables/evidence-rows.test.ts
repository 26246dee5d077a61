import { describe, expect, it } from "vitest";
import { deepJudgmentRubricSection, deepJudgmentSection } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { excerptRows, judgmentRows } from "./tables.ts";
import { ownColumns } from "./testing/own-columns.ts";

describe("judgments and excerpts", () => {
  const judged = sampleResult({
    template: { parsedLlmResponse: { target: "BCL2" }, fieldResults: { target: true } },
    deepJudgment: deepJudgmentSection({
      extractedExcerpts: {
        target: [
          { text: "BCL2", confidence: "high", start: 3, end: 7 },
          { text: "", explanation: "none" },
        ],
      },
      rejectedExcerpts: { target: [{ text: "x", reason: "unlike", attempt: 2 }] },
      attributeReasoning: { target: "it says so" },
      attributesWithoutExcerpts: ["dose"],
      hallucinationRiskAssessment: { target: "low" },
    }),
    deepJudgmentRubric: deepJudgmentRubricSection({
      extractedRubricExcerpts: { clear: [{ text: "so", searchResults: [{ title: "t" }, { title: "u" }] }] },
      deepJudgmentRubricScores: { clear: true },
      traitMetadata: {
        clear: {
          stagesCompleted: [],
          modelCalls: 2,
          hadExcerpts: true,
          excerptRetryCount: 1,
          excerptValidationFailed: false,
        },
      },
    }),
  });

  it("say what was judged and on how much evidence", () => {
    expect(ownColumns(judgmentRows([judged]))).toMatchObject([
      {
        attributeKind: "field",
        attributeName: "target",
        attributeValue: "BCL2",
        attributeMatch: true,
        attributeReasoning: "it says so",
        attributeOverallRisk: "low",
        attributeHasExcerpts: true,
        excerptCount: 1,
        rejectedExcerptCount: 1,
      },
      { attributeKind: "field", attributeName: "dose", attributeHasExcerpts: false, excerptCount: 0 },
      {
        attributeKind: "trait",
        attributeName: "clear",
        attributeValue: "true",
        modelCalls: 2,
        excerptRetries: 1,
      },
    ]);
  });

  it("hold each quotation, evidence or not", () => {
    expect(ownColumns(excerptRows([judged]))).toMatchObject([
      {
        attributeName: "target",
        isEvidence: true,
        excerptIndex: 0,
        excerptText: "BCL2",
        excerptStart: 3,
        excerptEnd: 7,
      },
      {
        attributeName: "target",
        isEvidence: true,
        excerptIndex: 1,
        excerptText: "",
        excerptExplanation: "none",
      },
      { attributeName: "target", isEvidence: false, excerptIndex: 0, rejectionReason: "unlike", attempt: 2 },
      { attributeKind: "trait", attributeName: "clear", excerptText: "so", searchResultCount: 2 },
    ]);
  });
});
