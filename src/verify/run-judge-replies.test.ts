import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { VerificationConfig } from "../config/index.ts";
import { type OpenAiScript, startOpenAiServer } from "../models/testing/index.ts";
import { outcomeOf } from "../result/index.ts";
import { llmTrait, type RubricTrait } from "../rubric/index.ts";
import { answerTemplate, exactMatch, verified } from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";

const answer = "Venetoclax binds to BCL2.";
const once = { maxAttempts: 0 };
const noRetries = { connection: once, timeout: once, rateLimit: once, serverError: once };

interface Case {
  readonly config?: VerificationConfig;
  readonly traits?: readonly RubricTrait[];
  /** What the judge says to a call, by the form it is to fill in and what it reads. */
  say(asked: string, before: number, about: string): ReturnType<NonNullable<OpenAiScript["chat"]>>;
}

/** Judges one answer by a judge behind HTTP; gives the result and how often the judge was asked. */
async function judged({ config = {}, traits = [], say }: Case) {
  const calls: string[] = [];
  const chat: OpenAiScript["chat"] = ({ body }) => {
    const about = JSON.stringify(body.messages);
    // a server that has refused a form is asked by the text from then on
    const form = JSON.stringify(body.response_format ?? about.slice(about.lastIndexOf("<json_schema")));
    const asked = form.replaceAll("\\", "");
    if (!body.response_format && !about.includes("<json_schema")) return answer;
    return say(asked, calls.push(asked) - 1, about);
  };
  await using server = await startOpenAiServer({ chat });
  const benchmark = Benchmark.create({ name: "Replies" });
  benchmark.addQuestion({
    id: "q",
    question: "Which protein?",
    rawAnswer: "BCL2",
    template: answerTemplate({
      target: verified(z.string(), {
        description: "The target",
        groundTruth: "BCL2",
        verifyWith: exactMatch(),
      }),
    }),
  });
  if (traits.length > 0) benchmark.setGlobalRubric(traits);
  const model = { modelName: "m", endpointBaseUrl: server.url };
  const [result] = await benchmark.runVerification({
    answeringModels: [model],
    parsingModels: [model],
    ...config,
  });
  if (result === undefined) throw new Error("the run gave no result");
  return { result, outcome: outcomeOf(result), calls: calls.length };
}

test.each([
  [
    "an altered instruction quoted after the verdict",
    '```json\n{"target":"MCL1"}\n```\nThe answer wanted: {"target": "BCL2", "note":"x"}',
  ],
  ["one with slips", `{"target":"MCL1"} The answer wanted: {'target': 'BCL2',}`],
  ["one before the verdict", `It wanted {"target": "BCL2"}. I say {"target": "MCL1"}`],
  ["one that was not closed", 'I say {"target": "MCL1"}, it wanted {"target": "BCL2"'],
])("two different objects are asked about again and decide nothing: %s", async (_name, reply) => {
  const { outcome, calls } = await judged({ say: () => reply });
  expect(outcome).toBe("judge_failed");
  expect(calls).toBe(3);
});

test("a judge that then says one thing is heard", async () => {
  const { outcome, calls } = await judged({
    say: (_asked, before) => (before === 0 ? '{"target":"BCL2"} or {"target":"MCL1"}' : '{"target":"BCL2"}'),
  });
  expect(outcome).toBe("pass");
  expect(calls).toBe(2);
});

test.each([
  ["the same twice", '{"target":"BCL2"}\nSo: {"target": "BCL2"}'],
  ["the same with more to one of them", '{"target":"BCL2"}\nSo: {"target": "BCL2", "sure": true}'],
  ["a draft in thoughts", '<think>{"target":"MCL1"}?</think>{"target":"BCL2"}'],
  ["an object of another kind before it", '{"step": 1} then {"target":"BCL2"}'],
])("one thing said counts at once: %s", async (_name, reply) => {
  const { outcome, calls } = await judged({ say: () => reply });
  expect(outcome).toBe("pass");
  expect(calls).toBe(1);
});

test.each(["NaN", "-Infinity", "nan"])("%s is no text: the judge is asked again", async (word) => {
  const { outcome, calls } = await judged({ say: () => `{"target":${word}}` });
  expect(outcome).toBe("judge_failed");
  expect(calls).toBe(3);
});

const clear = llmTrait({ name: "clear", description: "Is it clear?", kind: "boolean" });
const deepTemplate: VerificationConfig = { deepJudgmentMode: "full" };
const deepTraits: VerificationConfig = {
  evaluationMode: "rubric_only",
  deepJudgmentRubricMode: "enable_all",
};

describe("a judge whose excerpts cannot be read costs one set of attempts", () => {
  test("for a template", async () => {
    const { outcome, calls, result } = await judged({ config: deepTemplate, say: () => "no JSON" });
    expect(outcome).toBe("judge_failed");
    expect(result.metadata.failure?.category).toBe("parsing");
    expect(calls).toBe(3);
  });

  test("for a trait", async () => {
    const { calls, result } = await judged({ config: deepTraits, traits: [clear], say: () => "no JSON" });
    expect(result.rubric?.traitFailures).toHaveProperty("clear");
    expect(result.deepJudgmentRubric?.traitsWithoutValidExcerpts).toEqual([]);
    expect(result.deepJudgmentRubric?.traitMetadata?.clear).toMatchObject({
      modelCalls: 3,
      excerptRetryCount: 0,
    });
    expect(calls).toBe(3);
  });

  test("also where it answers now and then with quotations that are not in the answer", async () => {
    const invented = JSON.stringify({
      excerpts: { target: [{ text: "Ibrutinib inhibits BTK in lymphoma" }] },
    });
    const say = (_asked: string, before: number) => (before % 3 === 2 ? invented : "no JSON");
    const { outcome, calls } = await judged({ config: deepTemplate, say });
    expect(outcome).toBe("judge_failed");
    expect(calls).toBe(4);
  });
});

test("excerpts without the outer key are read, with no further call", async () => {
  const { outcome, calls, result } = await judged({
    config: deepTemplate,
    say(asked) {
      if (asked.includes('"excerpts"')) return JSON.stringify({ target: [{ text: "binds to BCL2" }] });
      if (asked.includes('"reasoning"')) return JSON.stringify({ target: "It names BCL2." });
      return JSON.stringify({ target: "BCL2" });
    },
  });
  expect(outcome).toBe("pass");
  expect(calls).toBe(3);
  expect(result.deepJudgment?.extractedExcerpts?.target).toHaveLength(1);
});

describe("a judge that fails for one trait takes nothing from the others", () => {
  const names = ["clear", "constructor", "__proto__"];
  const traits = names.map((name) => llmTrait({ name, description: `Is it ${name}?`, kind: "boolean" }));
  const filled = (asked: string): string => {
    const own = (value: unknown) =>
      `{${names.map((one) => `${JSON.stringify(one)}:${JSON.stringify(value)}`)}}`;
    if (asked.includes('"excerpts"')) return `{"excerpts":${own([{ text: "binds to BCL2" }])}}`;
    if (asked.includes('"reasoning"')) return `{"reasoning":${own("It is.")}}`;
    return asked.includes('"scores"') ? `{"scores":${own(true)}}` : JSON.stringify({ result: true });
  };

  test.each<[string, VerificationConfig]>([
    ["in the standard way, together", {}],
    ["in the standard way, one by one", { rubricEvaluationStrategy: "sequential" }],
    [
      "from evidence, together",
      { deepJudgmentRubricMode: "enable_all", deepJudgmentRubricStrategy: "batch" },
    ],
    ["from evidence, one by one", { deepJudgmentRubricMode: "enable_all" }],
  ])("traits of any name are judged %s", async (_name, more) => {
    const { result } = await judged({
      config: { evaluationMode: "rubric_only", ...more },
      traits,
      say: (asked) => filled(asked),
    });
    expect(Object.entries(result.rubric?.llmTraitScores ?? {})).toEqual(names.map((name) => [name, true]));
    expect(result.rubric?.traitFailures).toBeNull();
  });

  const failing: readonly [string, ReturnType<Case["say"]>][] = [
    ["prose", "I would rather not."],
    ["nothing", ""],
    ["another object", '{"error":"overloaded"}'],
    ["status 400", { status: 400, body: { error: { message: "bad schema" } } }],
    ["status 401", { status: 401, body: { error: { message: "who are you" } } }],
    ["status 500", { status: 500, body: "down" }],
    ["a reply cut short", { truncated: '{"choices":[' }],
    ["what is no JSON", { body: "<html>" }],
  ];
  const alone: readonly VerificationConfig[] = [
    { rubricEvaluationStrategy: "sequential" },
    { deepJudgmentRubricMode: "enable_all" },
  ];
  test.each(failing.flatMap(([name, reply]) => alone.map((more) => [name, more, reply] as const)))(
    "%s, %j",
    async (_name, more, reply) => {
      const { result } = await judged({
        config: { evaluationMode: "rubric_only", retryPolicy: noRetries, ...more },
        traits,
        say: (asked, _before, about) => (about.includes("Is it constructor?") ? reply : filled(asked)),
      });
      expect(Object.keys(result.rubric?.llmTraitScores ?? {})).toEqual(["clear", "__proto__"]);
      expect(Object.keys(result.rubric?.traitFailures ?? {})).toEqual(["constructor"]);
      expect(result.deepJudgmentRubric?.traitsWithoutValidExcerpts ?? []).toEqual([]);
    },
  );
});
