import { describe, expect, test } from "vitest";
import * as z from "zod";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import { dynamicRubric, llmTrait, metricTrait, type RubricTrait, rubric } from "../../rubric/index.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { injectedAnswer, type JudgeReplies, replyCases } from "../testing/judge-replies.ts";
import { detectPresence } from "./detect-presence.ts";
import { evaluateRubric } from "./evaluate-rubric.ts";
import type { EvaluateRubricRequest } from "./rubric-evaluation.ts";

const question = "What is the putative target of venetoclax?";
const clear = llmTrait({ name: "clear", description: "Is it clear?", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score" });
const tone = llmTrait({ name: "tone", kind: "literal", classes: { formal: "No slang", casual: "Spoken" } });
const style = llmTrait({ name: "style", kind: "literal", classes: { prose: "Text", list: "Bullets" } });
const safety = llmTrait({
  name: "safety",
  kind: z.object({ warns: z.boolean().default(true), risks: z.array(z.string()).default([]) }),
});
const content = metricTrait({ name: "content", metrics: ["recall"], tpInstructions: ["names the target"] });

interface Check {
  readonly traits: readonly RubricTrait[];
  readonly strategy: EvaluateRubricRequest["strategy"];
  readonly replies: JudgeReplies;
  readonly positive: object;
  readonly negative: object;
  /** The scores when nothing was judged: none, but for literal traits. */
  readonly none?: object;
}

const checks: { readonly [name: string]: Check } = {
  "several boolean and score traits": {
    traits: [clear, depth],
    strategy: "batch",
    replies: {
      positive: { scores: { clear: true, depth: 5 } },
      negative: { scores: { clear: false, depth: 1 } },
      wrongTypes: { scores: { clear: 5, depth: true } },
      missingKeys: { scores: { Clear: true, depths: 5 } },
    },
    positive: { clear: true, depth: 5 },
    negative: { clear: false, depth: 1 },
  },
  "one boolean trait": {
    traits: [clear],
    strategy: "sequential",
    replies: {
      positive: { result: true },
      negative: { result: false },
      wrongTypes: { result: 5 },
      missingKeys: { Result: true },
    },
    positive: { clear: true },
    negative: { clear: false },
  },
  "one score trait": {
    traits: [depth],
    strategy: "sequential",
    replies: {
      positive: { score: 5 },
      negative: { score: 1 },
      wrongTypes: { score: 4.5 },
      missingKeys: { result: 5 },
    },
    positive: { depth: 5 },
    negative: { depth: 1 },
  },
  "several literal traits": {
    traits: [tone, style],
    strategy: "batch",
    replies: {
      positive: {
        classifications: [
          { trait_name: "tone", class_name: "formal" },
          { trait_name: "style", class_name: "prose" },
        ],
      },
      negative: {
        classifications: [
          { trait_name: "tone", class_name: "casual" },
          { trait_name: "style", class_name: "list" },
        ],
      },
      wrongTypes: { classifications: { tone: "formal", style: "prose" } },
      missingKeys: { classifications: [{ trait: "tone", class: "formal" }] },
    },
    positive: { tone: 0, style: 0 },
    negative: { tone: 1, style: 1 },
    none: { tone: -1, style: -1 },
  },
  "one literal trait": {
    traits: [tone],
    strategy: "sequential",
    replies: {
      positive: { classification: "formal" },
      negative: { classification: "casual" },
      wrongTypes: { classification: null },
      missingKeys: { class: "formal" },
    },
    positive: { tone: 0 },
    negative: { tone: 1 },
    none: { tone: -1 },
  },
  "a template trait": {
    traits: [safety],
    strategy: "batch",
    replies: {
      positive: { warns: true, risks: ["nausea"] },
      negative: { warns: false, risks: [] },
      wrongTypes: { warns: "perhaps", risks: [] },
      missingKeys: { Warns: true },
    },
    positive: { "safety.warns": true, "safety.risks": ["nausea"] },
    negative: { "safety.warns": false, "safety.risks": [] },
  },
  "a metric trait": {
    traits: [content],
    strategy: "batch",
    replies: {
      positive: { tp: ["BCL2"], fn: [], fp: [] },
      negative: { tp: [], fn: ["names the target"], fp: [] },
      wrongTypes: { tp: "BCL2", fn: [], fp: [] },
      missingKeys: { tp: ["BCL2"], fp: [] },
    },
    positive: { content: { recall: 1 } },
    negative: { content: { recall: 0 } },
  },
};

describe.each(Object.entries(checks))("%s", (_check, { traits, strategy, replies, none = {}, ...values }) => {
  test.each(replyCases)("$name: $ends", async ({ say, finishReason, ends, calls }) => {
    const step = say(replies);
    const model = scriptedModel([step, step], finishReason && { reply: { finishReason } });
    const { llmTraitScores, metricTraitScores, failures } = await evaluateRubric(judgeOf(model), {
      rubric: rubric(traits),
      strategy,
      question,
      answer: injectedAnswer(replies),
      referenceAnswer: "BCL2",
      tools,
      callables: { evaluate: async () => true },
    });
    expect({ ...llmTraitScores, ...metricTraitScores }).toEqual(ends === "none" ? none : values[ends]);
    expect(failures.map(({ trait }) => trait)).toEqual(ends === "none" ? traits.map(({ name }) => name) : []);
    expect(failures.every(({ problem }) => problem !== "")).toBe(true);
    expect(model.requests).toHaveLength(calls);
  });
});

describe("the presence check", () => {
  const replies: JudgeReplies = {
    positive: { results: [{ trait_name: "clear", present: true }] },
    negative: { results: [{ trait_name: "clear", present: false }] },
    wrongTypes: { results: { clear: true } },
    missingKeys: { present: ["clear"] },
  };

  test.each(replyCases)("$name: $ends", async ({ say, finishReason, ends, calls }) => {
    const step = say(replies);
    const model = scriptedModel([step, step], finishReason && { reply: { finishReason } });
    const present = detectPresence(judgeOf(model), {
      rubric: dynamicRubric([clear]),
      answer: injectedAnswer(replies),
    });
    if (ends === "none") await expect(present).rejects.toMatchObject({ code: /^(?:reply|transport)$/ });
    else expect([...(await present)]).toEqual(ends === "positive" ? ["clear"] : []);
    expect(model.requests).toHaveLength(calls);
  });

  test.each([
    ["a trait the reply leaves out", []],
    ["another trait", [{ trait_name: "Clear", present: true }]],
  ])("%s is not present", async (_name, results) => {
    const model = scriptedModel([{ json: { results } }]);
    const input = { rubric: dynamicRubric([clear]), answer: "BCL2." };
    expect(await detectPresence(judgeOf(model), input)).toEqual(new Set());
  });
});
