import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assistantMessage, type Block, type Message, userMessage } from "../../trace/index.ts";
import { answeredCalls, currentLoopStart, readToolInput } from "./index.ts";

const whole = { cut: false };
const calls = (...ids: readonly string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "tool_use", id, name: "find", input: {} })),
});
const results = (...ids: readonly string[]): Message => ({
  role: "tool",
  content: ids.map((toolUseId) => ({ type: "tool_result", toolUseId, content: "found", isError: false })),
});

describe("readToolInput", () => {
  it("reads every JSON object back, as an object, as text and as quoted text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const plain = JSON.parse(JSON.stringify(object));
        for (const written of [plain, JSON.stringify(plain), JSON.stringify(JSON.stringify(plain))]) {
          expect(readToolInput(written, whole)).toEqual({ input: plain });
          expect(readToolInput(written, { cut: true })).toEqual({ input: plain });
        }
      }),
    );
  });

  it("gives an object for any text, and says so where it is not what was written", () => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (written, cut) => {
        const { input, unreadableInput } = readToolInput(written, { cut });
        expect(typeof input).toBe("object");
        if (unreadableInput !== undefined)
          expect({ input, unreadableInput }).toEqual({ input: {}, unreadableInput: written });
      }),
    );
  });

  it.each([undefined, null, "", "  ", "null"])("takes %j as no arguments", (written) => {
    expect(readToolInput(written, whole)).toEqual({ input: {} });
  });

  it.each([
    ["{'path': 'a'}", { path: "a" }],
    ['{"path": "a",}', { path: "a" }],
    ['{"deep": True}', { deep: true }],
  ])("mends %s", (written, input) => {
    expect(readToolInput(written, whole)).toEqual({ input });
  });

  it("mends nothing of a reply that was cut off", () => {
    const written = '{"path": "a.txt", "content": "half of';
    expect(readToolInput(written, { cut: true })).toEqual({ input: {}, unreadableInput: written });
  });

  it.each(["[1]", "7", "look here", '{"a": 1} {"b": 2}'])("cannot read %s", (written) => {
    expect(readToolInput(written, whole)).toEqual({ input: {}, unreadableInput: written });
  });

  it("keeps a key named like a part of every object an ordinary key", () => {
    const { input } = readToolInput('{"__proto__": {"polluted": 1}}', whole);
    expect(Object.keys(input)).toEqual(["__proto__"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it("quotes no more than 2,000 characters", () => {
    expect(readToolInput("x".repeat(9000), whole).unreadableInput).toHaveLength(2000);
  });
});

describe("answeredCalls", () => {
  it("leaves answered conversations alone", () => {
    const messages = [userMessage("q"), calls("1", "2"), results("1"), results("2"), assistantMessage("a")];
    expect(answeredCalls(messages)).toEqual(messages);
  });

  it("answers what was left open, beside what was answered", () => {
    const open = answeredCalls([calls("1", "2"), results("2"), userMessage("q"), calls("3")]);
    const shape = open.map(({ role, content }) => [role, ...content.map(shapeOf)]);
    expect(shape).toEqual([
      ["assistant", "call 1", "call 2"],
      ["tool", "result 2", "error 1"],
      ["user", "text"],
      ["assistant", "call 3"],
      ["tool", "error 3"],
    ]);
  });
});

it("currentLoopStart is after the last thing a user said", () => {
  expect(currentLoopStart([userMessage("q"), calls("1"), results("1")])).toBe(1);
  expect(currentLoopStart([userMessage("q"), assistantMessage("a"), userMessage("b"), calls("1")])).toBe(3);
  expect(currentLoopStart([])).toBe(0);
});

function shapeOf(block: Block): string {
  if (block.type === "tool_use") return `call ${block.id}`;
  if (block.type === "tool_result") return `${block.isError ? "error" : "result"} ${block.toolUseId}`;
  return block.type;
}
