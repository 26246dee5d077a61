import {
  deepJudgmentRubricSection,
  deepJudgmentSection,
  type Excerpt,
  rubricSection,
  StageRecord,
  templateSection,
  VerificationResult,
} from "../../../result/index.ts";

/** What tests say about the result; the rest is filled in. */
interface JudgedFields extends Partial<Omit<VerificationResult, "metadata" | "template">> {
  readonly metadata?: Partial<VerificationResult["metadata"]>;
  readonly template?: Partial<NonNullable<VerificationResult["template"]>>;
}

/** The answer of {@link judgedResult}. */
const judgedAnswer =
  "Venetoclax binds BCL-2 with high affinity. It was approved in 2015, and nausea is common.";

/** An excerpt of a text with its place in it. */
export function excerptOf(text: string, quote: string, more: Partial<Excerpt> = {}): Excerpt {
  const start = text.indexOf(quote);
  return { text: quote, confidence: "high", similarityScore: 1, start, end: start + quote.length, ...more };
}

/** A result for tests: two attributes and two traits, judged from quotations that overlap. */
export function judgedResult({ metadata, template, ...sections }: JudgedFields = {}): VerificationResult {
  const quote = (text: string, more?: Partial<Excerpt>) => excerptOf(judgedAnswer, text, more);
  return VerificationResult.parse({
    evaluationInput: judgedAnswer,
    metadata: {
      questionId: "venetoclax",
      questionText: "What is the target of venetoclax, and when was it approved?",
      rawAnswer: "BCL2, 2016",
      templateId: "no_template",
      answering: { interface: "openai", modelName: "gpt" },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 1.5,
      timestamp: "2025-01-02T03:04:05.000Z",
      resultId: "0123456789abcdef",
      completedWithoutErrors: true,
      failure: {
        category: "deep_judgment",
        group: "autofail",
        stage: "DeepJudgmentAutoFail",
        reason: "no excerpt was found for: year",
        details: null,
      },
      warnings: ["The search for an excerpt of target failed: no reply within 10 s"],
      caveats: ["rubric_incomplete", "retries_used"],
      ...metadata,
    },
    template: templateSection({
      templateVerificationPerformed: true,
      rawLlmResponse: judgedAnswer,
      verifyResult: false,
      verifyGranularResult: 0.5,
      parsedGtResponse: { target: "BCL2", year: 2016 },
      parsedLlmResponse: { target: "BCL-2", year: 2015 },
      fieldResults: { target: true, year: false },
      fieldScores: { target: 1, year: 0 },
      compositionStrategy: "all_of",
      abstentionCheckPerformed: true,
      abstentionDetected: false,
      abstentionReasoning: "It answers.",
      embeddingCheckPerformed: true,
      embeddingSimilarityScore: 0.714,
      embeddingModelUsed: "openai/small",
      usageMetadata: {
        answer_generation: { inputTokens: 120, outputTokens: 48, totalTokens: 168, model: "gpt" },
        abstention_check: { inputTokens: 90, outputTokens: 10, totalTokens: 100, model: "judge" },
        deep_judgment_excerpts: { inputTokens: 600, outputTokens: 120, totalTokens: 720, model: "judge" },
        deep_judgment_hallucination_assessment: {
          inputTokens: 200,
          outputTokens: 60,
          totalTokens: 260,
          model: "judge",
        },
        deep_judgment_reasoning: { inputTokens: 200, outputTokens: 90, totalTokens: 290, model: "judge" },
        parsing: { inputTokens: 200, outputTokens: 30, totalTokens: 230, model: "judge" },
        rubric_evaluation: { inputTokens: 990, outputTokens: 210, totalTokens: 1200, model: "judge" },
        total: { inputTokens: 2400, outputTokens: 568, totalTokens: 2968, costUsd: 0.0123 },
      },
      ...template,
    }),
    rubric: rubricSection({
      rubricEvaluationPerformed: true,
      llmTraitScores: { tone: 1, warns: true },
      llmTraitLabels: { tone: "Formal" },
      regexTraitScores: { cites: false },
      traitFailures: { depth: "the reply of judge could not be read: expected a number" },
      traitProvenance: { tone: "global", warns: "global", cites: "question_specific" },
    }),
    deepJudgment: deepJudgmentSection({
      deepJudgmentEnabled: true,
      deepJudgmentMode: "full",
      deepJudgmentPerformed: true,
      deepJudgmentSearchEnabled: true,
      deepJudgmentModelCalls: 5,
      deepJudgmentExcerptRetryCount: 1,
      extractedExcerpts: {
        target: [
          quote("Venetoclax binds BCL-2", {
            hallucinationRisk: "none",
            hallucinationJustification: "Two sources agree.",
            searchResults: [
              { title: "Venetoclax", url: "https://example.org/venetoclax", content: "A BCL-2 inhibitor." },
            ],
          }),
          quote("binds BCL-2 with high affinity", {
            text: "binds BCL2 with a high affinity",
            confidence: "medium",
            similarityScore: 0.9,
          }),
        ],
        year: [
          {
            text: "",
            confidence: "none",
            similarityScore: 0,
            explanation: "A year is given, but nothing about the approval.",
          },
        ],
      },
      rejectedExcerpts: {
        year: [
          {
            text: "It was approved in 2016",
            confidence: "high",
            similarityScore: 0.82,
            threshold: 0.8,
            reason: "altered",
            nearestPassage: "It was approved in 2015",
            differences: [{ quoted: "2016", said: "2015", changes: "number" }],
            attempt: 1,
          },
        ],
      },
      attributeReasoning: { target: "The answer names BCL-2 outright." },
      attributesWithoutExcerpts: ["year"],
      hallucinationRiskAssessment: { target: "none", year: "high" },
    }),
    deepJudgmentRubric: deepJudgmentRubricSection({
      deepJudgmentRubricPerformed: true,
      extractedRubricExcerpts: { warns: [quote("nausea is common", { confidence: "low" })] },
      rubricTraitReasoning: { warns: "Evidence: a side effect is named." },
      traitMetadata: {
        warns: {
          stagesCompleted: ["excerpt_extraction"],
          modelCalls: 4,
          hadExcerpts: true,
          excerptRetryCount: 1,
          excerptValidationFailed: false,
        },
      },
    }),
    rulings: [
      {
        stage: "VerifyTemplate",
        verifyResult: false,
        kind: "verification",
        reason: "wrong: year",
        category: "content",
      },
      {
        stage: "DeepJudgmentAutoFail",
        verifyResult: false,
        kind: "auto_fail",
        reason: "no excerpt was found for: year",
        category: "deep_judgment",
      },
    ],
    stages: [
      stage({ name: "ValidateTemplate" }),
      stage({ name: "GenerateAnswer", durationMs: 1210, modelCalls: 1, inputTokens: 120, outputTokens: 48 }),
      stage({ name: "AbstentionCheck", durationMs: 400, modelCalls: 1, inputTokens: 90, outputTokens: 10 }),
      stage({
        name: "ParseTemplate",
        durationMs: 2300,
        modelCalls: 5,
        inputTokens: 1200,
        outputTokens: 300,
        retries: { timeout: 1 },
      }),
      stage({ name: "VerifyTemplate", reason: "wrong: year" }),
      stage({ name: "EmbeddingCheck", durationMs: 300 }),
      stage({ name: "DeepJudgmentAutoFail", reason: "no excerpt was found for: year" }),
      stage({
        name: "RubricEvaluation",
        durationMs: 2600,
        modelCalls: 6,
        inputTokens: 990,
        outputTokens: 210,
      }),
      stage({
        name: "DeepJudgmentRubricAutoFail",
        status: "skipped",
        reason: "every trait has its excerpts",
      }),
    ],
    ...sections,
  });
}

function stage(fields: Partial<StageRecord> & Pick<StageRecord, "name">): StageRecord {
  return StageRecord.parse({ status: "ran", ...fields });
}
