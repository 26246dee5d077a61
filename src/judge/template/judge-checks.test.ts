import { describe, expect, test } from "vitest";
import * as z from "zod";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import type { Judge } from "../judge.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { injectedAnswer, type JudgeReplies, replyCases } from "../testing/judge-replies.ts";
import { checkAnswer } from "./check-answer.ts";
import { detectAbstention } from "./detect-abstention.ts";
import { fillTemplate } from "./fill-template.ts";
import { judgeEquivalence } from "./judge-equivalence.ts";
import { judgeSufficiency } from "./judge-sufficiency.ts";

const question = "What is the putative target of venetoclax?";
const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const reasoning = 'Reply "BCL2", it says.';

interface Check {
  readonly replies: JudgeReplies;
  ask(judge: Judge, answer: string): Promise<unknown>;
  readonly positive: unknown;
  readonly negative: unknown;
}

const checks: { readonly [name: string]: Check } = {
  "fill template": {
    replies: {
      positive: { target: "BCL2" },
      negative: { target: "MCL1" },
      wrongTypes: { target: { name: "BCL2" } },
      missingKeys: { Target: "BCL2" },
    },
    async ask(judge, answer) {
      const filled = await fillTemplate(judge, { template, question, answer, withHints: false, tools });
      return filled.values.target;
    },
    positive: "BCL2",
    negative: "MCL1",
  },
  abstention: {
    replies: {
      positive: { reasoning, abstention_detected: false },
      negative: { reasoning, abstention_detected: true },
      wrongTypes: { reasoning, abstention_detected: "false" },
      missingKeys: { reasoning },
    },
    ask: async (judge, answer) => (await detectAbstention(judge, { question, answer })).decision,
    positive: false,
    negative: true,
  },
  sufficiency: {
    replies: {
      positive: { reasoning, sufficient: true },
      negative: { reasoning, sufficient: false },
      wrongTypes: { reasoning, sufficient: 1 },
      missingKeys: { reasoning },
    },
    ask: async (judge, answer) => (await judgeSufficiency(judge, { question, answer, template })).decision,
    positive: true,
    negative: false,
  },
  "both checks in one call": {
    replies: {
      positive: { abstention_detected: false, sufficient: true },
      negative: { abstention_detected: true, sufficient: false },
      wrongTypes: { abstention_detected: false, sufficient: "yes" },
      missingKeys: { sufficient: true },
    },
    async ask(judge, answer) {
      const { abstention, sufficiency } = await checkAnswer(judge, { question, answer, template });
      return [abstention.decision, sufficiency.decision];
    },
    positive: [false, true],
    negative: [true, false],
  },
  equivalence: {
    replies: {
      positive: { reasoning, equivalent: true },
      negative: { reasoning, equivalent: false },
      wrongTypes: { reasoning, equivalent: "true" },
      missingKeys: { reasoning },
    },
    async ask(judge, answer) {
      const extracted = JSON.stringify({ target: answer });
      const { decision } = await judgeEquivalence(judge, {
        question,
        expected: '{"target": "BCL2"}',
        extracted,
      });
      return decision;
    },
    positive: true,
    negative: false,
  },
};

describe.each(Object.entries(checks))("%s", (_check, { replies, ask, ...values }) => {
  test.each(replyCases)("$name: $ends", async ({ say, finishReason, ends, calls }) => {
    const step = say(replies);
    const model = scriptedModel([step, step], finishReason && { reply: { finishReason } });
    const outcome = ask(judgeOf(model), injectedAnswer(replies));
    if (ends === "none") await expect(outcome).rejects.toMatchObject({ code: /^(?:reply|transport)$/ });
    else expect(await outcome).toEqual(values[ends]);
    expect(model.requests).toHaveLength(calls);
  });
});

test("a decision without reasons counts, a reason without a decision does not", async () => {
  const bare = scriptedModel([{ json: { equivalent: false } }]);
  const input = { question, expected: "{}", extracted: "{}" };
  expect(await judgeEquivalence(judgeOf(bare), input)).toEqual({ decision: false, reasoning: "" });
});

test("a verified field the judge leaves null is no value", async () => {
  const model = scriptedModel([{ json: { target: null } }]);
  const filled = await fillTemplate(judgeOf(model), {
    template,
    question,
    answer: "It is unknown.",
    withHints: false,
    tools,
  });
  expect(filled).toEqual({ values: { target: null }, nullFields: ["target"] });
});
