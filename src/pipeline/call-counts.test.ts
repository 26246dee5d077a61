import { expect, test } from "vitest";
import * as z from "zod";
import type { EmbedderPort, LlmRequest } from "../ports/index.ts";
import { llmTrait, regexTrait, rubric } from "../rubric/index.ts";
import {
  type AnswerTemplate,
  answerTemplate,
  exactMatch,
  traceContains,
  verified,
} from "../template/index.ts";
import { type PipelineOptions, StageOrchestrator } from "./index.ts";
import { scriptedModel } from "./testing/scripted-model.ts";
import { plainServices, taskFor } from "./testing/task-for.ts";

// The rows of docs/judging.md that the pipeline decides; those of rubrics stand in the judge room.

const judged = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const traceOnly = answerTemplate({
  cited: verified(z.boolean(), {
    description: "Cites",
    groundTruth: true,
    verifyWith: traceContains({ substring: "[1]" }),
  }),
});
const patternsOnly = answerTemplate(
  {},
  { regex: { cites: { pattern: "\\[1\\]", expected: 1, matchType: "count" } } },
);
const alike: EmbedderPort = {
  model: "embedder",
  embed: async () => [
    [1, 0],
    [1, 0],
  ],
  async [Symbol.asyncDispose]() {},
};
const unlike: EmbedderPort = {
  ...alike,
  embed: async () => [
    [1, 0],
    [0, 1],
  ],
};
const traits = rubric([
  llmTrait({ name: "clear", kind: "boolean" }),
  regexTrait({ name: "cites", pattern: "x" }),
]);

/** Every reply any of the judge's forms takes, by the name of what it asks for. */
const replies: { readonly [name: string]: unknown } = {
  Answer: { target: "BCL2" },
  abstention_detected: { reasoning: "r", abstention_detected: false },
  sufficient: { reasoning: "r", sufficient: true },
  answer_checks: {
    abstention_reasoning: "r",
    abstention_detected: false,
    sufficiency_reasoning: "r",
    sufficient: true,
  },
  equivalent: { reasoning: "r", equivalent: true },
  trait_scores: { scores: { clear: true } },
};

const reply = ({ responseSchema }: LlmRequest) => JSON.stringify(replies[responseSchema?.name ?? ""]);
const wrong = (request: LlmRequest) =>
  request.responseSchema?.name === "Answer" ? '{"target":"MCL1"}' : reply(request);

test.each([
  ["a template", judged, {}, 1],
  ["a template decided by the trace", traceOnly, {}, 0],
  [
    "a template decided by the trace, with both checks",
    traceOnly,
    { abstention: true, sufficiency: true },
    1,
  ],
  ["patterns alone", patternsOnly, {}, 0],
  ["abstention", judged, { abstention: true }, 2],
  ["sufficiency", judged, { sufficiency: true }, 2],
  ["both checks", judged, { abstention: true, sufficiency: true }, 3],
  ["both checks in one call", judged, { abstention: true, sufficiency: true, combinedChecks: true }, 2],
  ["an embedding check of fields that passed", judged, { embedding: { embedder: alike, threshold: 0.5 } }, 1],
  ["a rubric beside the template", judged, { evaluationMode: "template_and_rubric" }, 2],
  ["a rubric alone", judged, { evaluationMode: "rubric_only" }, 1],
] as const)("%s takes the documented number of judge calls", async (_name, template, options, calls) => {
  expect(await countCalls(template, options, reply)).toBe(calls);
});

test.each([
  ["similar", alike, 2],
  ["dissimilar", unlike, 1],
] as const)(
  "an embedding check of failed fields with %s embeddings takes %#",
  async (_name, embedder, calls) => {
    expect(await countCalls(judged, { embedding: { embedder, threshold: 0.5 } }, wrong)).toBe(calls);
  },
);

async function countCalls(
  template: AnswerTemplate,
  options: Partial<PipelineOptions>,
  step: (request: LlmRequest) => string,
): Promise<number> {
  const judge = scriptedModel(Array.from({ length: 9 }, () => step));
  const withRubric = options.evaluationMode !== undefined;
  const task = taskFor({
    template,
    answering: scriptedModel(["BCL2 [1]"]),
    judge,
    options,
    ...(withRubric && { rubric: { rubric: traits, provenance: {}, dynamic: null, traitNames: null } }),
  });
  const orchestrator = StageOrchestrator.fromConfig({
    evaluationMode: options.evaluationMode,
    abstentionEnabled: options.abstention,
    sufficiencyEnabled: options.sufficiency,
    ...(withRubric && { rubric: traits }),
  });
  const services = await plainServices();
  const result = await orchestrator.execute(task, { services, signal: new AbortController().signal });
  expect(result.metadata.error).toBeNull();
  return judge.requests.length;
}
