import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { md5 } from "../base/index.ts";
import { regexTrait } from "../rubric/index.ts";
import { judgeAnswers } from "./answers/judge-answers.ts";
import { Benchmark } from "./benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "judge-spans-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const target = regexTrait({ name: "target", pattern: "BCL2" });

/** Judges a file by one trait, and says what was judged. */
async function judged(name: string, content: string, benchmark?: Benchmark) {
  const file = path.join(folder, name);
  await writeFile(file, content);
  const { results, unused } = await judgeAnswers(file, {
    ...(benchmark === undefined ? { rubric: [target] } : { benchmark }),
    config: {
      ...(benchmark !== undefined && { evaluationMode: "rubric_only" }),
      parsingModels: [{ modelName: "never asked", endpointBaseUrl: "http://127.0.0.1:9/v1" }],
      preflight: false,
    },
  });
  return {
    unused,
    answers: [...results].map(({ metadata, template, rubric }) => ({
      id: metadata.questionId,
      question: metadata.questionText,
      model: metadata.answering.modelName,
      trace: template?.traceMessages.map(({ role, content: text, toolCalls }) => [
        role,
        toolCalls?.[0]?.name ?? text,
      ]),
      target: rubric?.regexTraitScores?.target,
    })),
    took: [...results].map(({ metadata: { reused }, template }) => [
      ...[reused?.inputTokens, reused?.outputTokens, reused?.costUsd, reused?.toldByFile],
      template?.usageUnavailable,
    ]),
  };
}

const text = (stringValue: string) => ({ stringValue });
const attributes = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? text(value) : value,
  }));
const message = (role: string, ...parts: readonly object[]) => ({ role, parts });
const says = (content: string) => ({ type: "text", content });
const span = (spanId: string, values: Readonly<Record<string, unknown>>, more: object = {}) => ({
  ...{ traceId: "t", spanId, name: spanId, startTimeUnixNano: spanId.replaceAll(/\D/g, "") },
  attributes: attributes(values),
  ...more,
});
const exported = (...spans: readonly unknown[]) => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ spans }] }],
});
const chat = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "app-1" };
const asked = JSON.stringify([message("system", says("Be brief.")), message("user", says("Which target?"))]);

test("a span with its messages is an answer: to the last thing the user said, with what was done since", async () => {
  const input = [
    message("user", says("Hello.")),
    message("assistant", says("Hello!")),
    message("user", says("Which target?")),
    message("assistant", { type: "tool_call", id: "c", name: "find", arguments: '{"q":1}' }),
    message("tool", { type: "tool_call_response", id: "c", response: "found" }),
  ];
  const output = [message("assistant", { type: "reasoning", content: "hm" }, says("It is BCL2."))];
  const one = span("1", {
    ...chat,
    "gen_ai.response.model": "app-1-2026",
    "gen_ai.input.messages": JSON.stringify(input),
    "gen_ai.output.messages": JSON.stringify(output),
    "karenina.question_id": "q7",
  });
  expect(await judged("spans.json", JSON.stringify(exported(span("2", {}), one)))).toMatchObject({
    unused: [],
    answers: [
      {
        ...{ id: "q7", question: "Which target?", model: "app-1-2026", target: true },
        trace: [
          ["assistant", "find"],
          ["tool", "found"],
          ["assistant", "It is BCL2."],
        ],
      },
    ],
  });
});

test("messages may be structured values, and stand in an event of the span", async () => {
  const list = (values: readonly object[]) => ({ arrayValue: { values } });
  const object = (values: Readonly<Record<string, unknown>>) => ({
    kvlistValue: { values: attributes(values) },
  });
  const structured = (role: string, content: string) =>
    list([object({ role, parts: list([object({ type: "text", content })]) })]);
  const one = span("1", chat, {
    events: [
      {
        name: "gen_ai.client.inference.operation.details",
        attributes: attributes({
          "gen_ai.input.messages": structured("user", "Which target?"),
          "gen_ai.output.messages": structured("assistant", "EGFR."),
        }),
      },
    ],
  });
  const { answers } = await judged("spans.json", JSON.stringify(exported(one)));
  expect(answers).toMatchObject([
    { question: "Which target?", trace: [["assistant", "EGFR."]], target: false },
  ]);
});

test("older events are read, on lines of a collector's file", async () => {
  const one = span("1", chat, {
    events: [
      { name: "gen_ai.user.message", attributes: attributes({ content: "Which target?" }) },
      {
        name: "gen_ai.choice",
        attributes: attributes({ index: { intValue: "0" }, message: JSON.stringify({ content: "BCL2." }) }),
      },
    ],
  });
  const lines = [exported(span("2", {})), exported(one)].map((line) => JSON.stringify(line)).join("\n");
  const { answers } = await judged("spans.jsonl", lines);
  expect(answers).toMatchObject([
    { question: "Which target?", trace: [["assistant", "BCL2."]], target: true },
  ]);
});

test("the calls of an agent are one answer: its own, or else the last", async () => {
  const agent = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "helper" };
  const said = (words: string) => ({
    "gen_ai.input.messages": asked,
    "gen_ai.output.messages": JSON.stringify([message("assistant", says(words))]),
  });
  const inner = (id: string, words: string) => span(id, { ...chat, ...said(words) }, { parentSpanId: "9" });
  const silent = await judged(
    "spans.json",
    JSON.stringify(exported(inner("2", "BCL2."), inner("1", "Let me see."), span("9", agent))),
  );
  expect(silent.answers).toMatchObject([{ model: "helper", trace: [["assistant", "BCL2."]] }]);
  const own = span("9", { ...agent, ...said("Done.") });
  const whole = await judged("spans.json", JSON.stringify(exported(own, inner("1", "x"), inner("2", "y"))));
  expect(whole.answers).toMatchObject([{ model: "helper", trace: [["assistant", "Done."]] }]);
});

test("spans that cannot be judged are named by their place", async () => {
  const good = span("1", {
    ...chat,
    "gen_ai.input.messages": asked,
    "gen_ai.output.messages": JSON.stringify([message("assistant", says("BCL2"))]),
  });
  const circle = [span("5", {}, { parentSpanId: "6" }), span("6", {}, { parentSpanId: "5" })];
  const { answers, unused } = await judged(
    "spans.json",
    JSON.stringify(exported(5, { attributes: "none" }, span("3", chat), ...circle, good)),
  );
  expect(answers).toHaveLength(1);
  expect(unused).toEqual([
    { place: 1, reason: "is no span that can be read" },
    { place: 2, reason: "is no span that can be read" },
    { place: 3, reason: "the span has no messages: its program has not recorded what was said" },
  ]);
});

test("prepared answers of the Python system are known by the MD5 of their question, or stand beside it", async () => {
  const key = md5("Which target?");
  const keyed = await judged("traces.json", JSON.stringify({ [key]: "BCL2", [md5("Else?")]: 5 }));
  expect(keyed.answers).toMatchObject([{ id: key, target: true }]);
  expect(keyed.unused).toEqual([
    { place: 2, reason: "`answer`: expected a text or a list of messages, found 5" },
  ]);
  const beside = {
    answers: [{ question: "Which target?", answer: [{ role: "assistant", content: "BCL2" }] }],
  };
  expect((await judged("traces.json", JSON.stringify(beside))).answers).toMatchObject([
    { question: "Which target?", target: true },
  ]);
});

test("what an answer took is what its span says, or what the calls within its agent say together", async () => {
  const usage = (input: number, output: number, cost?: number) => ({
    "gen_ai.usage.input_tokens": { intValue: String(input) },
    "gen_ai.usage.output_tokens": { intValue: output },
    ...(cost !== undefined && { "gen_ai.usage.cost": { doubleValue: cost } }),
  });
  const out = { "gen_ai.output.messages": JSON.stringify([message("assistant", says("BCL2."))]) };
  const input = (question: string) => ({
    "gen_ai.input.messages": JSON.stringify([message("user", says(question))]),
  });
  const agent = { "gen_ai.operation.name": "invoke_agent" };
  const within = (parentSpanId: string) => ({ parentSpanId });
  const { took } = await judged(
    "spans.json",
    JSON.stringify(
      exported(
        span("c1", { ...chat, ...input("One?"), ...out, ...usage(10, 5, 0.01) }),
        span("a2", { ...agent, ...input("Two?"), ...out }),
        span("c3", { ...chat, ...usage(20, 1) }, within("a2")),
        // an outer layer of the same call counts the same tokens
        span("c4", { ...chat, ...usage(20, 1) }, within("c3")),
        span("c5", { ...chat, ...usage(30, 2, 0.5) }, within("a2")),
        span("a6", { ...agent, ...usage(100, 9), ...input("Three?"), ...out }),
        span("c7", { ...chat, ...usage(1, 1) }, within("a6")),
        span("c8", { ...chat, ...input("Four?"), ...out }),
      ),
    ),
  );
  expect(took).toEqual([
    [10, 5, 0.01, true, false],
    [50, 3, 0.5, true, false],
    [100, 9, null, true, false],
    [0, 0, null, false, true],
  ]);
});

const question = (words: string) => ({
  "gen_ai.input.messages": JSON.stringify([message("user", says(words))]),
});
const saying = (...words: readonly string[]) => ({
  "gen_ai.output.messages": JSON.stringify(words.map((one) => message("assistant", says(one)))),
});

test("the id that a program has noted finds the question, whatever was sent with it", async () => {
  const benchmark = Benchmark.create({ name: "B" });
  benchmark.addQuestion({ id: "fr", question: "Which target?", rawAnswer: "BCL2" });
  benchmark.setGlobalRubric([target]);
  const prompt = question("Context: BCL2 is a target. Question: Which target?");
  const noted = { "karenina.question_id": "fr" };
  const { answers, unused } = await judged(
    "spans.json",
    JSON.stringify(
      exported(
        span("1", { ...chat, ...prompt, ...saying("BCL2."), ...noted }),
        span("2", { ...chat, ...prompt, ...saying("BCL2.") }),
      ),
    ),
    benchmark,
  );
  expect(answers).toMatchObject([{ id: "fr", question: "Which target?", target: true }]);
  expect(unused).toEqual([{ place: 2, reason: "no question has this text" }]);
});

test("each span is judged once: without ids, in a circle, exported twice; another with the same id is told", async () => {
  const one = (id: string, more: object = {}) =>
    span(id, { ...chat, ...question(`Question ${id}?`), ...saying(`BCL2 ${id}.`) }, more);
  const free = { spanId: "", parentSpanId: "" };
  const { answers, unused } = await judged(
    "spans.json",
    JSON.stringify(
      exported(
        ...[one("1", free), one("2", free), one("3", { parentSpanId: "4" }), one("4", { parentSpanId: "3" })],
        ...[one("5"), one("5"), one("6", { spanId: "5" })],
      ),
    ),
  );
  expect(answers.map((answer) => answer.question)).toEqual([1, 2, 3, 4, 5].map((n) => `Question ${n}?`));
  expect(unused).toEqual([{ place: 7, reason: "an earlier span has the same id" }]);
});

test("each of several answers to one call is judged", async () => {
  const { answers } = await judged(
    "spans.json",
    JSON.stringify(exported(span("1", { ...chat, ...question("Which?"), ...saying("BCL2.", "Lyon.") }))),
  );
  expect(answers.map((answer) => [answer.trace, answer.target])).toEqual([
    [[["assistant", "BCL2."]], true],
    [[["assistant", "Lyon."]], false],
  ]);
});

test("spans behind a line that was cut off are spans; fields that they have not are refused", async () => {
  const spans = JSON.stringify(exported(span("1", { ...chat, ...question("Which?"), ...saying("BCL2.") })));
  const { answers, unused } = await judged("spans.jsonl", `{"resourceSp\n${spans}\n`);
  expect(answers).toMatchObject([{ target: true }]);
  expect(unused).toMatchObject([{ place: 1 }]);
  const file = path.join(folder, "spans.jsonl");
  await expect(
    judgeAnswers(file, { rubric: [target], config: {}, fields: { answer: "reply" } }),
  ).rejects.toMatchObject({ code: "configuration", message: expect.stringContaining("`answer`") });
});
