import { caveats } from "../caveats.ts";
import { FailureCategory, failure } from "../failure.ts";
import { deepJudgmentSection } from "../sections/deep-judgment.ts";
import { deepJudgmentRubricSection } from "../sections/deep-judgment-rubric.ts";
import { rubricSection } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";
import { sampleResult } from "./sample-result.ts";

const identity = { modelName: "m", tools: ["search"], configId: "fast" };
const excerpt = { text: "BCL2", confidence: "high", similarityScore: 1, start: 0, end: 4 } as const;
const trace = [
  { role: "assistant", content: "", blockIndex: 0, toolCalls: [{ id: "1", name: "find", input: {} }] },
  { role: "tool", content: "found", blockIndex: 1, toolResult: { toolUseId: "1", isError: false } },
  { role: "assistant", content: "BCL2", blockIndex: 2, thinking: { thinking: "so" } },
] as const;

/** Results of every sort: a pass, rubrics only, each category of failures, every kind of trait, deep judgment, an agent. */
export const resultsOfEverySort: readonly VerificationResult[] = [
  sampleResult({
    template: { parsedGtResponse: { a: 1 }, parsedLlmResponse: { a: 1 }, fieldScores: { a: 1 } },
  }),
  sampleResult({ template: null, metadata: { evaluationMode: "rubric_only", replicate: 2 } }),
  ...FailureCategory.options.map((category) =>
    sampleResult({
      metadata: {
        failure: failure({ category, stage: "S", reason: "=r" }),
        error: "a longer story",
        retryCounts: { rate_limit: { used: 5, budget: 5 } },
        caveats: [...caveats],
      },
      template: { verifyResult: null, abstentionOverrideApplied: category === "abstention" },
    }),
  ),
  sampleResult({
    metadata: { error: "after the verdict", warnings: Array.from({ length: 80 }, (_, at) => `w${at}`) },
    rubric: rubricSection({
      rubricEvaluationPerformed: true,
      rubricEvaluationStrategy: "batch",
      llmTraitScores: { clear: true, depth: 4, tone: -1, "facts.names": ["a"] },
      llmTraitLabels: { tone: "[EVALUATION_ERROR: x]" },
      regexTraitScores: { cites: false },
      callableTraitScores: { words: 12.5 },
      metricTraitScores: { found: { recall: 0.5 } },
      metricTraitConfusionLists: { found: { tp: ["a"], tn: [], fp: [], fn: ["b"] } },
      agenticTraitScores: { runs: 1, "report.lines": 2.5 },
      agenticTraitLabels: { runs: "yes" },
      agenticTraitInvestigationTraces: { runs: "looked" },
      agenticTraitExtractionMetadata: {
        report: { method: "local_json", localJsonError: null, parserError: null },
      },
      dynamicRubricSkippedTraits: { safe: "concept not present in response" },
      dynamicRubricPromotedTraits: ["runs"],
      traitProvenance: { clear: "global", cites: "question_specific", runs: "dynamic" },
      traitFailures: { tone: "x" },
    }),
  }),
  sampleResult({
    deepJudgment: deepJudgmentSection({
      deepJudgmentMode: "full",
      deepJudgmentPerformed: true,
      extractedExcerpts: { target: [excerpt] },
      rejectedExcerpts: { target: [{ text: "x", reason: "unlike" }] },
      hallucinationRiskAssessment: { target: "high" },
    }),
    deepJudgmentRubric: deepJudgmentRubricSection({
      deepJudgmentRubricPerformed: true,
      extractedRubricExcerpts: { clear: [excerpt] },
      deepJudgmentRubricScores: { clear: true },
      traitMetadata: {
        clear: {
          stagesCompleted: [],
          modelCalls: 2,
          hadExcerpts: true,
          excerptRetryCount: 0,
          excerptValidationFailed: false,
        },
      },
      rubricHallucinationRiskAssessment: { clear: { overallRisk: "low", perExcerptRisks: ["low"] } },
    }),
  }),
  sampleResult({
    metadata: {
      answering: { interface: "workspace_agent", ...identity },
      scenarioId: "s",
      scenarioNode: "n",
      scenarioTurn: 0,
      scenarioPath: ["n"],
    },
    template: {
      rawLlmResponse: "=1+1",
      traceMessages: trace,
      retrievedContexts: [
        { text: "=a\n\u0007b", source: "notes.md", id: "1", score: -0.25 },
        { text: "", source: null, id: null, score: null },
      ],
      agentMetrics: { iterations: 2, toolCalls: 1, toolsUsed: ["find"], limitReached: false },
      usageMetadata: { total: { inputTokens: 1, outputTokens: 2, totalTokens: 3, costUsd: 0.5 } },
      agenticExtractionRecovery: "local_json",
    },
    rulings: [
      { stage: "VerifyTemplate", verifyResult: true, kind: "verification", reason: "r", category: null },
    ],
    extensions: { citations: ["a"] },
  }),
];
