import { describe, expect, test } from "vitest";
import { outcomeOf } from "../result/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import { runOne } from "./testing/own-model-run.ts";

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
    ["is an object by name", () => ({ text: "BCL2", model: { a: 1 } }), /its answer cannot be used: model: /],
    ["tells no messages", () => ({ text: "BCL2", trace: "x" }), /its answer cannot be used: trace: /],
    [
      "called a tool with what is no JSON",
      () => ({ text: "BCL2", trace: [calling({ a: 1n })] }),
      /its answer cannot be used: trace\.0\.content\.0\.input/,
    ],
    [
      "called a tool with too much",
      () => ({ text: "BCL2", trace: [calling(nested(300))] }),
      /nested deeper than 100 levels/,
    ],
  ])("that %s has failed, which names it", async (_, broken, reason) => {
    const result = await runOne({ model: { id: "mine", answer: () => broken() as string } });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.reason).toMatch(reason);
  });

  test("cannot change what it was asked in what results say", async () => {
    const question = "What does venetoclax bind?";
    const result = await runOne({
      questions: [question],
      model: {
        id: "mine",
        answer: (_, { messages }) => {
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

test("an agent whose messages are none has failed", async () => {
  const reply = { usage: noUsage, messages: [{ role: "boss", content: [] }] };
  const result = await runOne({ model: { id: "mine", agent: { run: async () => reply as never } } });
  expect(result.metadata.failure?.reason).toMatch(/its reply cannot be used: messages\.0\.role: /);
});
