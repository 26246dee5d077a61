import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KareninaError, md5, ReplyError, TransportError } from "../base/index.ts";
import type { OwnAgent } from "../models/given-model/index.ts";
import { outcomeOf } from "../result/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import { runOne } from "./testing/own-model-run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "own-model-faults-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const throwing = (thrown: unknown): never => {
  throw thrown;
};
const refusing = () => throwing(new Error("no"));
const unreadable = new Proxy(new Error("x"), { get: refusing, has: refusing, getPrototypeOf: refusing });
const calling = (input: unknown) => ({
  role: "assistant",
  content: [{ type: "tool_use", id: "1", name: "look", input }],
});
const nested = (levels: number): unknown => (levels === 0 ? {} : { a: nested(levels - 1) });

describe("a function", () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      "throws nothing that has a text",
      () => throwing(Object.create(null)),
      /Model "mine" threw: a value of type object, no error/,
    ],
    [
      "throws what refuses to be looked at",
      () => throwing(unreadable),
      /Model "mine" threw something that cannot be looked at/,
    ],
    [
      "throws one of ours whose code is none",
      () => throwing(new KareninaError({ toString: refusing } as never, "no luck")),
      /^no luck$/,
    ],
    ["throws a text", () => throwing("no luck"), /Model "mine" threw: no luck/],
    [
      "counts in words",
      () => ({ text: "BCL2", usage: { inputTokens: "x" } }),
      /its answer cannot be used: usage\.inputTokens: /,
    ],
    [
      "counts below nothing",
      () => ({ text: "BCL2", usage: { costUsd: -5 } }),
      /its answer cannot be used: usage\.costUsd: /,
    ],
    [
      "counts what is no number",
      () => ({ text: "BCL2", usage: { outputTokens: Number.NaN } }),
      /usage\.outputTokens: /,
    ],
    [
      "counts by names of others",
      () => ({ text: "BCL2", usage: { prompt_tokens: 5, inputToken: 6 } }),
      /^Model "mine": its answer cannot be used: usage: unknown member "prompt_tokens"; unknown member "inputToken", did you mean "inputTokens"\?; there are inputTokens, outputTokens, /,
    ],
    [
      "tells what no answer has",
      () => ({ text: "BCL2", tokens: 5 }),
      /^Model "mine": its answer cannot be used: unknown member "tokens"; there are text, trace, usage, model, contexts, workspace, attachments, log$/,
    ],
    ["is an object by name", () => ({ text: "BCL2", model: { a: 1 } }), /its answer cannot be used: model: /],
    [
      "looked up what is no passage",
      () => ({ text: "BCL2", contexts: [{ text: "a", page: 3 }] }),
      /its answer cannot be used: contexts\.0: unknown member "page"; there are text, source, id, score$/,
    ],
    [
      "scores by what is no number",
      () => ({ text: "BCL2", contexts: [{ text: "a", score: Number.NaN }] }),
      /its answer cannot be used: contexts/,
    ],
    [
      "looked up too much",
      () => ({ text: "BCL2", contexts: Array.from({ length: 11 }, () => ({ text: "x".repeat(1_000_000) })) }),
      /the contexts are more than 10000000 characters/,
    ],
    [
      "looked up a list without members",
      () => ({ text: "BCL2", contexts: Object.assign([], { length: 1e8 }) }),
      /contexts\[0\] is a value of type undefined/,
    ],
    ["tells no messages", () => ({ text: "BCL2", trace: "x" }), /its answer cannot be used: trace: /],
    [
      "called a tool with what is no JSON",
      () => ({ text: "BCL2", trace: [calling({ a: 1n })] }),
      /its answer cannot be used: trace: messages\[0\]\.content\[0\]\.input\.a is a value of type bigint/,
    ],
    [
      "called a tool with too much",
      () => ({ text: "BCL2", trace: [calling(nested(300))] }),
      /nested deeper than 100 levels/,
    ],
    [
      "counts more than can be summed",
      () => ({ text: "BCL2", usage: { inputTokens: 1e308, outputTokens: 1e308 } }),
      /its answer cannot be used: usage\.inputTokens: /,
    ],
    [
      "tells messages that are none",
      () => ({ text: "BCL2", trace: Object.assign([], { length: 1e8 }) }),
      /messages\[0\] is a value of type undefined/,
    ],
    [
      "tells too much",
      () => ({ text: "BCL2", trace: [assistantMessage("x".repeat(10_000_001))] }),
      /the messages are more than 10000000 characters/,
    ],
    [
      "says too much",
      () => "x".repeat(10_000_001),
      /its answer cannot be used: text: expected at most 10000000 characters/,
    ],
    [
      "throws a long text",
      () => throwing(new Error("x".repeat(50_000_000))),
      /^Model "mine" threw: x{10000}… \(49990000 more characters were left out\)$/,
    ],
    [
      "throws a message that is no text",
      () => throwing(Object.assign(new Error(), { message: {} })),
      /no text/,
    ],
    ["throws one of ours of no kind", () => throwing(new TransportError("blue" as never, "bad")), /^bad$/],
    [
      "throws one of ours of no code",
      () => throwing(new KareninaError("__proto__" as never, Object.create(null))),
      /a value of type object that has no text/,
    ],
    ["throws one of ours with no reply", () => throwing(new ReplyError("bad", 5 as never)), /^bad$/],
  ])("that %s has failed, which names it", async (what, broken, reason) => {
    const output = path.join(folder, `${md5(what)}.jsonl`);
    const model = { id: "mine", answer: () => broken() as string };
    const result = await runOne({ model, options: { output } });
    expect(["infrastructure_failed", "judge_failed"]).toContain(outcomeOf(result));
    expect(result.metadata.error).toMatch(reason);
  });

  test.each([
    [{ costUsd: 0.1 }, true],
    [{ outputTokens: 7 }, false],
  ])("that tells %j has counted no tokens: %j", async (usage, isUnknown) => {
    const result = await runOne({ model: { id: "mine", answer: () => ({ text: "BCL2", usage }) } });
    expect(result.template?.usageUnavailable).toBe(isUnknown);
  });

  test("cannot change what it was asked in what results say", async () => {
    const question = "What does venetoclax bind?";
    const result = await runOne({
      questions: [question],
      model: {
        id: "mine",
        answer: ({ messages }) => {
          (messages as unknown[]).length = 0;
          return "It is BCL2.";
        },
      },
    });
    expect(JSON.stringify(result.template?.conversationContext)).toContain(question);
  });

  test("shows no key of the run in what it throws", async () => {
    const keys = ["mine-0123456789ab", "sk-proj-abcdefghijklmnop"];
    const result = await runOne({
      model: {
        id: "mine",
        answer: () => throwing(new Error(`denied: ${keys.join(" ")}`, { cause: new Error(keys.join(" ")) })),
      },
      options: { environment: { MINE_API_KEY: "mine-0123456789ab" } },
    });
    expect(result.metadata.failure?.reason).toBe('Model "mine" threw: denied: [hidden] [hidden]');
    for (const key of keys) expect(JSON.stringify(result)).not.toContain(key);
  });
});

test("a connection whose counts are none is a failure", async () => {
  const reply = {
    text: "BCL2",
    message: assistantMessage("BCL2"),
    usage: { ...noUsage, totalTokens: "x" },
  };
  const result = await runOne({ model: { id: "mine", llm: { generate: async () => reply as never } } });
  expect(result.metadata.failure?.reason).toMatch(/its reply cannot be used: usage\.totalTokens: /);
});

test.each<[string, object, string]>([
  ["words", { inputTokens: "x" }, "usage.inputTokens: "],
  ["what is no number", { outputTokens: Number.NaN }, "usage.outputTokens: "],
  ["more than can be summed", { totalTokens: 1e308 }, "usage.totalTokens: "],
])("an agent that tells its observer %s has failed, which names it", async (_, usage, message) => {
  const call = { model: "m", durationMs: 1, usage: { ...noUsage, ...usage } };
  const run: OwnAgent["run"] = async ({ observer }) => {
    observer?.finished?.(call);
    return { messages: [assistantMessage("BCL2")], usage: noUsage } as never;
  };
  const output = path.join(folder, `${md5(message)}.jsonl`);
  const result = await runOne({ model: { id: "mine", agent: { run } }, options: { output } });
  expect(result.metadata.failure?.reason).toContain(
    `Model "mine" told its observer what no call is: ${message}`,
  );
});

test("a connection that cannot tell what it is able to is refused by the model's name", async () => {
  const llm = {
    generate: async () => throwing(new Error("not asked")),
    get capabilities() {
      return throwing(new Error("no luck"));
    },
  };
  await expect(runOne({ model: { id: "mine", llm } })).rejects.toMatchObject({
    code: "configuration",
    message: 'Model "mine" cannot be opened: no luck',
  });
});

test("a model is not named by a key, nor by a long text", async () => {
  const answer = (model: string) => ({ id: "mine", answer: () => ({ text: "BCL2", model }) });
  const keyed = await runOne({ model: answer("sk-proj-abcdefghijklmnopqrst") });
  expect(keyed.template?.usageMetadata?.answer_generation?.model).toBe("[hidden]");
  const long = await runOne({ model: answer("m".repeat(1_000_000)) });
  expect(long.template?.usageMetadata?.answer_generation?.model).toMatch(/^m{10000}… \(990000 more/);
});

test("an agent whose messages are none has failed", async () => {
  const reply = { usage: noUsage, messages: [{ role: "boss", content: [] }] };
  const result = await runOne({ model: { id: "mine", agent: { run: async () => reply as never } } });
  expect(result.metadata.failure?.reason).toMatch(/its reply cannot be used: messages\.0\.role: /);
});

test.each<[string, object, RegExp]>([
  [
    "in another message",
    { message: assistantMessage("It is TP53.") },
    /says in `text` what its `message` does not/,
  ],
  [
    "in no message",
    { message: { role: "assistant", content: [] } },
    /says in `text` what its `message` does not/,
  ],
  [
    "as somebody else",
    { message: { ...assistantMessage("It is BCL2."), role: "user" } },
    /must be the assistant's; its role is user/,
  ],
])("a model that answers %s is a failure, no wrong answer", async (_, part, message) => {
  const generate = async () => ({
    ...{ text: "It is BCL2.", usage: noUsage, usageKnown: false, model: "m", finishReason: "stop" },
    ...part,
  });
  const result = await runOne({ model: { id: "mine", llm: { generate: generate as never } } });
  expect(outcomeOf(result)).toBe("infrastructure_failed");
  expect(result.metadata.error).toMatch(message);
});
