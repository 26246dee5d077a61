import { describe, expect, test } from "vitest";
import * as z from "zod";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { Accepted } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import type { Judge } from "../judge.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { injectedAnswer, type JudgeReplies, replyCases } from "../testing/judge-replies.ts";
import { excerptRounds } from "./ask-excerpts.ts";
import { askRisks } from "./ask-risks.ts";
import { fillFromEvidence } from "./fill-from-evidence.ts";
import { reasonAbout } from "./reason.ts";

const question = "What is the putative target of venetoclax?";
const settings = { maxExcerpts: 3, threshold: 0.8, retryAttempts: 2 };
const items = [{ name: "target", guidance: "The target", settings }];
const template = answerTemplate({
  target: verified(z.string(), { description: "The target", groundTruth: "BCL2", verifyWith: exactMatch() }),
});
const quote = { text: "Venetoclax targets MCL1", confidence: "high", explanation: null };
const rated = (hallucination_risk: string | number) => ({
  excerpt_assessments: [{ excerpt_id: "1", justification: "One source.", hallucination_risk }],
});

function readOf<Value>(read: Accepted<Value> | undefined): Value | undefined {
  return read?.ok ? read.value : undefined;
}

interface Step {
  readonly replies: JudgeReplies;
  ask(judge: Judge, answer: string): Promise<unknown>;
  readonly positive: unknown;
  readonly negative: unknown;
}

const steps: { readonly [name: string]: Step } = {
  excerpts: {
    replies: {
      positive: { excerpts: { target: [quote] } },
      negative: { excerpts: { target: [] } },
      wrongTypes: { excerpts: { target: "Venetoclax targets MCL1" } },
      missingKeys: { excerpts: { Target: [quote] } },
    },
    ask: async (judge, answer) =>
      readOf((await excerptRounds()(judge, { kind: "attribute", items, question, answer })).get("target")),
    positive: [{ text: "Venetoclax targets MCL1", confidence: "high" }],
    negative: [],
  },
  "hallucination assessment": {
    replies: {
      positive: rated("none"),
      negative: rated("high"),
      wrongTypes: rated(3),
      missingKeys: { excerpt_assessments: [{ excerpt_id: "1", justification: "One source." }] },
    },
    async ask(judge, answer) {
      const [risk] = await askRisks(judge, [{ item: "target", excerpt: { text: answer }, results: [] }]);
      return risk?.hallucinationRisk;
    },
    positive: "none",
    negative: "high",
  },
  "reasoning about attributes": {
    replies: {
      positive: { reasoning: { target: "It names BCL2." } },
      negative: { reasoning: { target: "It names MCL1." } },
      wrongTypes: { reasoning: { target: ["It names MCL1."] } },
      missingKeys: { reasoning: { Target: "It names MCL1." } },
    },
    async ask(judge, answer) {
      const input = { kind: "attribute", items, question, answer, excerpts: null, risks: new Map() } as const;
      return (await reasonAbout(judge, input)).get("target");
    },
    positive: "It names BCL2.",
    negative: "It names MCL1.",
  },
  "reasoning about traits": {
    replies: {
      positive: { reasoning: { target: { evidence: "E", interpretation: "I", conclusion: "For." } } },
      negative: { reasoning: { target: { evidence: "E", interpretation: "I", conclusion: "Against." } } },
      wrongTypes: { reasoning: { target: { evidence: 1, interpretation: 2, conclusion: 3 } } },
      missingKeys: { reasoning: {} },
    },
    async ask(judge, answer) {
      const input = { kind: "trait", items, question, answer, excerpts: null, risks: new Map() } as const;
      return (await reasonAbout(judge, input)).get("target");
    },
    positive: "Evidence: E\nInterpretation: I\nConclusion: For.",
    negative: "Evidence: E\nInterpretation: I\nConclusion: Against.",
  },
  values: {
    replies: {
      positive: { target: "BCL2" },
      negative: { target: "MCL1" },
      wrongTypes: { target: { name: "BCL2" } },
      missingKeys: { Target: "BCL2" },
    },
    async ask(judge, answer) {
      const request = { template, question, answer, withHints: false, tools };
      const evidence = { excerpts: null, risks: new Map(), reasoning: new Map([["target", answer]]) };
      return (await fillFromEvidence(judge, request, items, evidence)).values.target;
    },
    positive: "BCL2",
    negative: "MCL1",
  },
};

describe.each(Object.entries(steps))("%s", (_step, { replies, ask, ...values }) => {
  test.each(replyCases)("$name: $ends", async ({ say, finishReason, ends, calls }) => {
    const step = say(replies);
    const model = scriptedModel([step, step], finishReason && { reply: { finishReason } });
    const outcome = ask(judgeOf(model), injectedAnswer(replies));
    if (ends === "none") await expect(outcome).rejects.toMatchObject({ code: /^(?:reply|transport)$/ });
    else expect(await outcome).toEqual(values[ends]);
    expect(model.requests).toHaveLength(calls);
  });
});

describe("the outer key left out", () => {
  const two = [...items, { name: "disease", guidance: "The disease", settings }];
  const askFor = async (...replies: readonly object[]) => {
    const model = scriptedModel(replies.map((json) => ({ json })));
    const input = { kind: "attribute", items: two, question, answer: "" } as const;
    const found = await excerptRounds()(judgeOf(model), input);
    model.assertComplete();
    return found;
  };

  test("lists under exactly the names of items are read", async () => {
    const found = await askFor({ target: [quote], disease: [] });
    expect(readOf(found.get("target"))).toHaveLength(1);
    expect(readOf(found.get("disease"))).toEqual([]);
  });

  test.each([
    ["another key beside them", { target: [quote], note: "done" }],
    ["names that differ", { Target: [quote] }],
    ["no list", { target: quote }],
    ["nothing", {}],
  ])("%s is asked for again", async (_name, reply) => {
    const found = await askFor(reply, { excerpts: { target: [quote], disease: [] } });
    expect(readOf(found.get("target"))).toHaveLength(1);
  });

  test("an item of the same name as the key is found in either form", async () => {
    const named = [{ name: "excerpts", guidance: "Which excerpts", settings }];
    for (const json of [{ excerpts: [quote] }, { excerpts: { excerpts: [quote] } }]) {
      const input = { kind: "attribute", items: named, question, answer: "" } as const;
      const found = await excerptRounds()(judgeOf(scriptedModel([{ json }])), input);
      expect(readOf(found.get("excerpts"))).toHaveLength(1);
    }
  });
});

describe("what a reader of excerpts forgives", () => {
  const claimed = async (target: unknown) => {
    const model = scriptedModel([{ json: { excerpts: { target, other: [quote] } } }]);
    const found = await excerptRounds()(judgeOf(model), {
      kind: "attribute",
      items: [...items, { name: "constructor", guidance: "", settings }],
      question,
      answer: "",
    });
    expect([...found.keys()]).toEqual(["target", "constructor"]);
    expect(readOf(found.get("constructor"))).toEqual([]);
    return readOf(found.get("target"));
  };

  test.each([
    ["an unknown confidence", [{ text: "a", confidence: "certain" }], [{ text: "a", confidence: "medium" }]],
    ["a missing confidence", [{ text: "a" }], [{ text: "a", confidence: "medium" }]],
    [
      "an entry without text that says why",
      [{ confidence: "none", explanation: " Not named. " }],
      [{ text: "", confidence: "none", explanation: "Not named." }],
    ],
    ["an entry without text and reason", [{ text: " ", confidence: "high", explanation: "" }], []],
    ["null for a list", null, []],
  ])("%s", async (_name, target, expected) => {
    expect(await claimed(target)).toEqual(expected);
  });

  test.each([
    ["a text for an entry", ["Venetoclax targets MCL1"]],
    ["a number for a text", [{ text: 5 }]],
    ["a list for an entry", [[quote]]],
  ])("%s is asked for again", async (_name, target) => {
    const bad = { json: { excerpts: { target } } };
    const model = scriptedModel([bad, { json: { excerpts: { target: [quote] } } }]);
    const input = { kind: "attribute", items, question, answer: "" } as const;
    expect(readOf((await excerptRounds()(judgeOf(model), input)).get("target"))).toHaveLength(1);
    model.assertComplete();
  });
});

test("instructions for deep judgment go to the steps about evidence, those for parsing to the values", async () => {
  const model = scriptedModel([
    { json: { excerpts: { target: [] } } },
    { json: rated("low") },
    { json: { reasoning: { target: "It names BCL2." } } },
    { json: { target: "BCL2" } },
  ]);
  const judge = judgeOf(model, {
    systemPrompt: "You are careful.",
    prompts: { deepJudgment: "Quote gene symbols.", parsing: "Record gene symbols." },
  });
  const asked = { question, answer: "BCL2" };
  const evidence = { excerpts: null, risks: new Map(), reasoning: new Map() };
  await excerptRounds()(judge, { kind: "attribute", items, ...asked });
  await askRisks(judge, [{ item: "target", excerpt: { text: "BCL2" }, results: [] }]);
  await reasonAbout(judge, { kind: "attribute", items, ...asked, ...evidence });
  await fillFromEvidence(judge, { template, ...asked, withHints: false, tools }, items, evidence);
  const systems = model.requests.map(({ messages }) => JSON.stringify(messages[0]));
  expect(systems.map((text) => text.includes("You are careful."))).toEqual([true, true, true, true]);
  expect(systems.map((text) => text.includes("Quote gene symbols."))).toEqual([true, true, true, false]);
  expect(systems.map((text) => text.includes("Record gene symbols."))).toEqual([false, false, false, true]);
});
