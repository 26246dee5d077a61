import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import {
  deepJudgmentSection,
  failure,
  renderLogHeader,
  rubricSection,
  templateSection,
  VerificationResult,
} from "../src/result/index.ts";
import { lookThrough } from "../src/result/log/index-log.ts";
import { resultToLogRow } from "../src/result/log/log-row.ts";
import { storeIndex } from "../src/result/log/stored-index.ts";

const models = ["gpt-5-mini", "claude-haiku-4-5", "gemini-flash"];
const replicates = 4;
const judge = { interface: "openai", modelName: "gpt-5", tools: [], configId: null };
const words =
  "the protein binds its receptor while kinase activity in treated cells falls below half of control after dose".split(
    " ",
  );
const stageNames = [
  "ValidateTemplate",
  "GenerateAnswer",
  "RecursionLimitAutoFail",
  "TraceValidationAutoFail",
  "AbstentionCheck",
  "ParseTemplate",
  "VerifyTemplate",
  "EmbeddingCheck",
  "DeepJudgmentAutoFail",
  "RubricEvaluation",
  "FinalizeResult",
];
const callingStages = ["GenerateAnswer", "ParseTemplate", "RubricEvaluation"];

/** A share in 0..1 that a number stands for, the same everywhere. */
function shareOf(n: number): number {
  const mixed = Math.imul(n ^ (n >>> 15), 0x2c1b3c6d);
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0) % 1_000_003) / 1_000_003;
}

function sentence(seed: number, length: number): string {
  let said = `Result ${seed}:`;
  for (let at = seed; said.length < length; at += 7)
    said += ` ${words[(at * at + seed) % words.length] ?? ""}`;
  return said;
}

/** The n-th result of a run of three models with four replicates, like no other one. */
function sampleRow(n: number, answerLength: number): VerificationResult {
  const model = models[n % models.length] ?? "";
  const question = questionOf(n);
  const [share, answer] = [shareOf(n), sentence(n, answerLength)];
  const verifyResult = share < 0.55 + 0.1 * (n % models.length);
  const isFailed = share > 0.97;
  const whyWrong = isFailed
    ? failure({
        category: share > 0.985 ? "parsing" : "timeout",
        stage: "ParseTemplate",
        reason: `no reply to ${n}`,
      })
    : failure({ category: "content", stage: "VerifyTemplate", reason: `target is not T${question}` });
  const tokens = { inputTokens: 200 + (n % 300), outputTokens: 150 + (n % 90), totalTokens: 350 + (n % 390) };
  const ruling = {
    stage: "VerifyTemplate",
    verifyResult,
    kind: "verification",
    reason: "fields compared",
    category: verifyResult ? null : "content",
  } as const;
  const hasEvidence = n % 5 === 0;
  return VerificationResult.parse({
    metadata: {
      questionId: `urn:uuid:question-${question}`,
      templateId: `t${question % 97}`,
      questionText: sentence(question, 120),
      rawAnswer: `T${question}`,
      keywords: [`topic ${question % 12}`, "bench"],
      answering: { interface: "openai_endpoint", modelName: model },
      parsing: judge,
      executionTime: Math.round(1000 + 9000 * share) / 1000,
      timestamp: new Date(1_700_000_000_000 + n * 1000).toISOString(),
      resultId: n.toString(16).padStart(16, "0"),
      runName: "bench",
      replicate: 1 + (Math.floor(n / models.length) % replicates),
      evaluationMode: "template_and_rubric",
      failure: isFailed || !verifyResult ? whyWrong : null,
      completedWithoutErrors: !isFailed,
      error: isFailed ? `no reply to ${n}` : null,
    },
    template: templateSection({
      rawLlmResponse: answer,
      traceMessages: [{ role: "assistant", content: answer, blockIndex: 0 }],
      conversationContext: [{ role: "user", content: sentence(question, 120), blockIndex: 0 }],
      parsedGtResponse: { target: `T${question}`, dose: question % 50, approved: question % 2 === 0 },
      parsedLlmResponse: isFailed
        ? null
        : { target: `T${verifyResult ? question : n}`, dose: question % 50, approved: n % 2 === 0 },
      templateVerificationPerformed: !isFailed,
      verifyResult: isFailed ? null : verifyResult,
      verifyGranularResult: isFailed ? null : verifyResult ? 1 : 2 / 3,
      fieldResults: isFailed ? null : { target: verifyResult, dose: true, approved: true },
      fieldScores: isFailed ? null : { target: verifyResult ? 1 : 0, dose: 1, approved: 1 },
      compositionStrategy: "all_of",
      abstentionCheckPerformed: true,
      abstentionDetected: false,
      abstentionReasoning: `The answer commits itself in ${n % 9} places.`,
      usageMetadata: {
        answer_generation: { ...tokens, model },
        parsing: { ...tokens, model: judge.modelName },
        rubric_evaluation: { ...tokens, model: judge.modelName },
        total: tokens,
      },
    }),
    rubric: rubricSection({
      rubricEvaluationPerformed: true,
      rubricEvaluationStrategy: "batch",
      llmTraitScores: { clear: share > 0.2, depth: 1 + Math.floor(5 * shareOf(n + 1)) },
      regexTraitScores: { cites: n % 4 === 0 },
      traitProvenance: { clear: "global", depth: "global", cites: "global" },
    }),
    deepJudgment: hasEvidence
      ? deepJudgmentSection({
          deepJudgmentEnabled: true,
          deepJudgmentMode: "full",
          deepJudgmentPerformed: true,
          extractedExcerpts: {
            target: [
              { text: answer.slice(9, 90), confidence: "high", similarityScore: 1, start: 9, end: 90 },
            ],
          },
          attributeReasoning: { target: `It names T${n}.` },
          deepJudgmentStagesCompleted: ["excerpts", "reasoning", "parameters"],
          deepJudgmentModelCalls: 3,
          hallucinationRiskAssessment: { target: "low" },
        })
      : null,
    evaluationInput: answer,
    stages: stageNames.map((name, at) => ({
      name,
      status: name === "EmbeddingCheck" ? "skipped" : "ran",
      reason: name === "EmbeddingCheck" ? "embedding check is off" : null,
      durationMs: Math.round((at + 1) * 1e4 * share) / 1000,
      ...(callingStages.includes(name) && {
        modelCalls: 1,
        inputTokens: tokens.inputTokens,
        outputTokens: tokens.outputTokens,
      }),
      costUsd: name === "GenerateAnswer" ? 0.0001 * (1 + (n % 17)) : null,
      ruling: name === "VerifyTemplate" && !isFailed ? ruling : null,
    })),
    rulings: isFailed ? [] : [ruling],
  });
}

/** The number of the question that a result is of: models and replicates answer one after the other. */
const questionOf = (n: number): number => Math.floor(n / (models.length * replicates));

/** The lines of so many results, with answers of about so many characters. */
export function* sampleLines(results: number, answerLength = 600): Generator<string> {
  for (let n = 0; n < results; n += 1)
    yield `{"task":"task-${n}","place":${questionOf(n)},"result":${JSON.stringify(resultToLogRow(sampleRow(n, answerLength)))}}\n`;
}

/** Writes a results log of so many results as a run leaves it, every hundredth of them a second time, as after a repeated task. */
export async function writeSampleLog(file: string, results: number): Promise<void> {
  const stream = createWriteStream(file);
  const header = {
    benchmark: { name: "bench", fingerprint: "f" },
    configFingerprint: "c",
    startedAt: "2025-01-02T03:04:05.000Z",
  };
  stream.write(`${renderLogHeader(header)}\n`);
  let written = 0;
  for (const line of sampleLines(results))
    if (!stream.write(written++ % 100 === 0 ? line + line : line)) await once(stream, "drain");
  stream.end();
  await finished(stream);
  await storeIndex(file, () => lookThrough(file));
}
