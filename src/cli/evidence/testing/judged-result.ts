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
export const judgedAnswer =
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
        category: "content",
        group: "content",
        stage: "VerifyTemplate",
        reason: "year: expected 2016, extracted 2015",
        details: null,
      },
      warnings: ["The search failed for one excerpt."],
      caveats: ["retries_used"],
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
        total: { inputTokens: 1520, outputTokens: 448, totalTokens: 1968, costUsd: 0.0123 },
      },
      ...template,
    }),
    rubric: rubricSection({
      rubricEvaluationPerformed: true,
      llmTraitScores: { tone: 1, warns: true },
      llmTraitLabels: { tone: "Formal" },
      regexTraitScores: { cites: false },
      traitFailures: { depth: "the judge's reply could not be read" },
      traitProvenance: { tone: "global", warns: "global", cites: "question_specific" },
    }),
    deepJudgment: deepJudgmentSection({
      deepJudgmentEnabled: true,
      deepJudgmentMode: "full",
      deepJudgmentPerformed: true,
      deepJudgmentSearchEnabled: true,
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
        reason: "year: expected 2016, extracted 2015",
        category: "content",
      },
    ],
    stages: [
      stage({ name: "GenerateAnswer", durationMs: 1210, modelCalls: 1, inputTokens: 120, outputTokens: 48 }),
      stage({ name: "SufficiencyCheck", status: "skipped", reason: "not asked for" }),
      stage({
        name: "ParseTemplate",
        durationMs: 2300,
        modelCalls: 4,
        inputTokens: 1400,
        retries: { timeout: 1 },
      }),
    ],
    ...sections,
  });
}

function stage(fields: Partial<StageRecord> & Pick<StageRecord, "name">): StageRecord {
  return StageRecord.parse({ status: "ran", ...fields });
}
