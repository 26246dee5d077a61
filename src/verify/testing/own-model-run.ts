import * as z from "zod";
import type { VerificationConfig } from "../../config/index.ts";
import type { ModelConfig } from "../../config/settings/model-config.ts";
import { type ScriptedStep, scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { VerificationResult } from "../../result/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";

const quick = { maxAttempts: 1, backoffMin: 0, backoffMax: 0 };
const retryPolicy = { connection: quick, timeout: quick, rateLimit: quick, serverError: quick };
/** A judge that always reads the right value. */
export const judgeLlm = (count = 1) =>
  scriptedModel(Array<ScriptedStep>(count).fill({ json: { target: "BCL2" } }));

function sample(...questions: readonly string[]): Benchmark {
  const benchmark = Benchmark.create({ name: "Own models" });
  const template = answerTemplate({
    target: verified(z.string(), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch(),
    }),
  });
  for (const question of questions) benchmark.addQuestion({ question, rawAnswer: "BCL2", template });
  return benchmark;
}

/** What is run. */
export interface Given {
  readonly model: ModelConfig;
  readonly judge?: ModelConfig;
  readonly config?: VerificationConfig;
  readonly options?: RunVerificationOptions;
  readonly questions?: readonly string[];
}

/** Runs a benchmark of few questions, whose answer is always BCL2. */
export async function runOwn(given: Given): Promise<readonly VerificationResult[]> {
  const { model, questions = ["What does venetoclax bind?"], config = {}, options = {} } = given;
  const judge = given.judge ?? { id: "judge", llm: judgeLlm(questions.length) };
  return [
    ...(await sample(...questions).runVerification(
      { answeringModels: [model], parsingModels: [judge], retryPolicy, ...config },
      { environment: {}, ...options },
    )),
  ];
}

/** The same with one question. */
export async function runOne(given: Given): Promise<VerificationResult> {
  const [result] = await runOwn(given);
  if (result === undefined) throw new Error("expected a result");
  return result;
}
