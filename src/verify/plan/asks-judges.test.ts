import { expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../../config/index.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { llmTrait, regexTrait } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, traceRegex, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import { selectedQuestions } from "../scenarios/selected-questions.ts";
import { asksJudges } from "./asks-judges.ts";
import { planRun } from "./plan-run.ts";

const named = answerTemplate({
  named: verified(z.boolean(), {
    description: "x",
    groundTruth: true,
    verifyWith: traceRegex({ pattern: "BCL2" }),
  }),
});
const read = answerTemplate({
  target: verified(z.string(), { description: "x", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const model = { modelName: "m", endpointBaseUrl: "http://127.0.0.1:9" };

function asks(
  template: typeof named | typeof read | undefined,
  traits: readonly ReturnType<typeof regexTrait | typeof llmTrait>[],
  config: VerificationConfig,
): boolean {
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({ question: "Which?", rawAnswer: "BCL2", ...(template && { template }) });
  for (const trait of traits) benchmark.addGlobalTrait(trait);
  const resolved = resolveConfig({ answeringModels: [model], parsingModels: [model], ...config });
  const { questions } = planRun(resolved, benchmark, selectedQuestions(benchmark, {}));
  return asksJudges(questions, resolved);
}

const short = regexTrait({ name: "short", pattern: "^.{0,9}$" });
const polite = llmTrait({ kind: "boolean", name: "polite", description: "Is it polite?" });
const rubricOnly = { evaluationMode: "rubric_only" } as const;

test("templates and traits that code alone decides ask no judge", () => {
  expect(asks(named, [], {})).toBe(false);
  expect(asks(undefined, [short], rubricOnly)).toBe(false);
  expect(asks(read, [short], rubricOnly)).toBe(false);
  expect(asks(named, [short], { evaluationMode: "template_and_rubric" })).toBe(false);
});

test("one field, trait or check that a model decides does", () => {
  expect(asks(read, [], {})).toBe(true);
  expect(asks(named, [], { abstentionEnabled: true })).toBe(true);
  expect(asks(undefined, [short, polite], rubricOnly)).toBe(true);
  expect(asks(named, [polite], { evaluationMode: "template_and_rubric" })).toBe(true);
});
