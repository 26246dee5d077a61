import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { LlmPort } from "../../ports/index.ts";
import { type LLMRubricTrait, llmTrait } from "../../rubric/index.ts";
import { injectedAnswer, type JudgeReplies, type ReplyCase, replyCases } from "../testing/judge-replies.ts";
import { evidenceModel, quote, quoting } from "./testing/evidence-model.ts";
import { judgeDeep } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score", minScore: 0 });
const tone = llmTrait({ name: "tone", kind: "literal", classes: { formal: "No slang", casual: "Spoken" } });
const safety = llmTrait({ name: "safety", kind: z.object({ warns: z.boolean().default(true) }) });

/** A judge that says the case's reply to one form, however often it is asked, and quotes the whole answer. */
function judgeSaying(form: string, { say, finishReason }: ReplyCase, replies: JudgeReplies) {
  const said = say(replies);
  const model = evidenceModel((call) => {
    if (call.form === form) return said;
    return call.form === "excerpts" ? quoting(injectedAnswer(replies), call.traits) : undefined;
  });
  const llm: LlmPort = {
    ...model,
    async generate(request) {
      const reply = await model.generate(request);
      return finishReason && request.responseSchema?.name === form ? { ...reply, finishReason } : reply;
    },
  };
  const callsOf = () => model.calls.filter((call) => call.split(" ")[0] === form).length;
  return { llm, callsOf };
}

interface ScoreStep {
  readonly form: string;
  readonly traits: readonly LLMRubricTrait[];
  readonly replies: JudgeReplies;
  readonly positive: object;
  readonly negative: object;
  readonly none?: object;
}

const scoreSteps: { readonly [name: string]: ScoreStep } = {
  "a boolean trait": {
    form: "trait_result",
    traits: [clear],
    replies: {
      positive: { result: true },
      negative: { result: false },
      wrongTypes: { result: 5 },
      missingKeys: { Result: true },
    },
    positive: { clear: true },
    negative: { clear: false },
  },
  "a score trait from 0": {
    form: "trait_score",
    traits: [depth],
    replies: {
      positive: { score: 5 },
      negative: { score: 0 },
      wrongTypes: { score: 4.5 },
      missingKeys: { result: 5 },
    },
    positive: { depth: 5 },
    negative: { depth: 0 },
  },
  "a literal trait": {
    form: "trait_classification",
    traits: [tone],
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
    form: "trait_fields",
    traits: [safety],
    replies: {
      positive: { warns: true },
      negative: { warns: false },
      wrongTypes: { warns: "perhaps" },
      missingKeys: { Warns: true },
    },
    positive: { "safety.warns": true },
    negative: { "safety.warns": false },
  },
  "traits of all kinds in one call": {
    form: "trait_values",
    traits: [clear, depth, tone, safety],
    replies: {
      positive: {
        scores: { clear: true, depth: 5 },
        classifications: [{ trait_name: "tone", class_name: "formal" }],
        fields: { safety: { warns: true } },
      },
      negative: {
        scores: { clear: false, depth: 0 },
        classifications: [{ trait_name: "tone", class_name: "casual" }],
        fields: { safety: { warns: false } },
      },
      wrongTypes: {
        scores: { clear: 5, depth: true },
        classifications: { tone: "formal" },
        fields: { safety: { warns: "perhaps" } },
      },
      missingKeys: {
        scores: { Clear: true },
        classifications: [{ trait: "tone", class: "formal" }],
        fields: { safety: {} },
      },
    },
    positive: { clear: true, depth: 5, tone: 0, "safety.warns": true },
    negative: { clear: false, depth: 0, tone: 1, "safety.warns": false },
    none: { tone: -1 },
  },
};

describe.each(Object.entries(scoreSteps))("the score of %s", (_name, step) => {
  const { form, traits, replies, none = {} } = step;

  test.each(replyCases)("$name: $ends", async (reply) => {
    const { llm, callsOf } = judgeSaying(form, reply, replies);
    const { llmTraitScores, failures, deepJudgment } = await judgeDeep(llm, traits, {
      strategy: "batch",
      answer: injectedAnswer(replies),
    });
    expect(llmTraitScores).toEqual(reply.ends === "none" ? none : step[reply.ends]);
    expect(failures.map(({ trait }) => trait)).toEqual(
      reply.ends === "none" ? traits.map(({ name }) => name) : [],
    );
    expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
    expect(callsOf()).toBe(reply.calls);
  });
});

const bad = replyCases.filter(({ ends }) => ends === "none");

test.each(bad)("excerpts, $name: the judge has failed, the answer does not lack evidence", async (reply) => {
  const excerpts = { clear: [{ text: quote, confidence: "high", explanation: null }] };
  const replies = {
    positive: { excerpts },
    negative: { excerpts: { clear: [] } },
    wrongTypes: { excerpts: { clear: quote } },
    missingKeys: { Clear: excerpts.clear },
  };
  const { llm } = judgeSaying("excerpts", reply, replies);
  const { failures, llmTraitScores, deepJudgment } = await judgeDeep(llm, [clear], {
    answer: `${quote} ${injectedAnswer(replies)}`,
    settings: { retryAttempts: 1 },
  });
  expect(failures.map(({ trait }) => trait)).toEqual(["clear"]);
  expect(llmTraitScores).toEqual({});
  expect(deepJudgment.traitsWithoutValidExcerpts).toEqual([]);
});

const parts = { evidence: "It says BCL2.", interpretation: "That is plain.", conclusion: "It is clear." };

test.each(bad)("reasoning, $name: the score is decided from the excerpts", async (reply) => {
  const replies = {
    positive: { reasoning: { clear: parts } },
    negative: { reasoning: { clear: { ...parts, conclusion: "It is not." } } },
    wrongTypes: { reasoning: { clear: 5 } },
    missingKeys: { Clear: parts },
  };
  const { llm } = judgeSaying("reasoning", reply, replies);
  const { llmTraitScores, warnings, deepJudgment } = await judgeDeep(llm, [clear], {
    answer: injectedAnswer(replies),
  });
  expect(llmTraitScores).toEqual({ clear: true });
  expect(deepJudgment.reasoning).toEqual({});
  expect(warnings).toHaveLength(1);
});

test.each(bad)("hallucination assessment, $name: no risk", async (reply) => {
  const rated = (hallucination_risk: string | number) => ({
    excerpt_assessments: [{ excerpt_id: "1", justification: "One source.", hallucination_risk }],
  });
  const replies = {
    positive: rated("none"),
    negative: rated("high"),
    wrongTypes: rated(3),
    missingKeys: { excerpt_assessments: [{ excerpt_id: "1" }] },
  };
  const { llm } = judgeSaying("excerpt_assessments", reply, replies);
  const { llmTraitScores, deepJudgment } = await judgeDeep(llm, [clear], {
    answer: injectedAnswer(replies),
    settings: { searchEnabled: true },
    search: scriptedSearch(() => oneResult),
  });
  expect(llmTraitScores).toEqual({ clear: true });
  expect(deepJudgment.hallucinationRisk).toEqual({});
});
