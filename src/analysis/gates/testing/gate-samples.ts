import { type FailureCategory, failure, rubricSection, VerificationResult } from "../../../result/index.ts";
import { checkGates, type Gate, summarize } from "../../index.ts";

/** What makes a result. */
interface Sample {
  readonly question: string;
  readonly passed?: boolean | null;
  readonly model?: string;
  /** The model's id in its configuration. */
  readonly configId?: string;
  readonly category?: FailureCategory;
  readonly keyword?: string;
  /** Null: a model was asked, and nobody knows its price. */
  readonly cost?: number | null;
  readonly traits?: { readonly [trait: string]: boolean | number };
}

/** A result of an answer of `gpt`, judged by `judge`. */
export function result({ question, passed = null, category, ...sample }: Sample): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId: question,
      templateId: "t",
      questionText: "?",
      keywords: [sample.keyword ?? "any"],
      answering: { interface: "openai", modelName: sample.model ?? "gpt", configId: sample.configId ?? null },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 1,
      timestamp: "",
      resultId: "",
      completedWithoutErrors: true,
      failure: category ? failure({ category, stage: "S", reason: "" }) : null,
    },
    template: { verifyResult: passed, templateVerificationPerformed: passed !== null },
    rubric: sample.traits ? rubricSection({ llmTraitScores: sample.traits }) : null,
    stages:
      sample.cost === undefined ? [] : [{ name: "S", status: "ran", modelCalls: 1, costUsd: sample.cost }],
  });
}

/** So many passes, then so many wrong answers. */
export const run = (passes: number, wrong: number, more: Partial<Sample> = {}) =>
  Array.from({ length: passes + wrong }, (_, at) =>
    result({ question: `q${at}`, passed: at < passes, ...more }),
  );

/** What gates say of results. */
export const check = async (results: readonly VerificationResult[], ...gates: readonly Gate[]) =>
  checkGates({ summary: await summarize(results) }, gates);
