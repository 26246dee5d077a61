import { expect, test } from "vitest";
import { assistantMessage, type Message, renderTrace } from "../../trace/index.ts";
import { beforeEndOfTrace, endOfTrace, toolCallsIn, traceSteps } from "./trace-steps.ts";

const messages: readonly Message[] = [
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "Where is it?" },
      { type: "tool_use", id: "1", name: "find", input: { what: "it" } },
      { type: "tool_use", id: "2", name: "read", input: {} },
    ],
  },
  {
    role: "tool",
    content: [
      {
        type: "tool_result",
        toolUseId: "1",
        content: "here\n--- AI Message --- is no header",
        isError: false,
      },
      { type: "tool_result", toolUseId: "2", content: "gone", isError: true },
    ],
  },
  assistantMessage("It is there.\n\nReally."),
];
const trace = renderTrace(messages);

test("a trace has a step for each message, thought and tool result", () => {
  const steps = traceSteps(trace);
  expect(steps.map(({ kind }) => kind)).toEqual(["thinking", "message", "tool", "tool", "message"]);
  expect(steps.map(({ text }) => text).join("\n\n")).toBe(trace);
  expect(toolCallsIn(trace)).toBe(2);
});

test("it ends on its last message, without the header", () => {
  expect(endOfTrace(trace)).toBe("It is there.\n\nReally.");
  expect(`${beforeEndOfTrace(trace)}\n\n--- AI Message ---\n${endOfTrace(trace)}`).toBe(trace);
});

test("one that was cut off ends on the last calls and what they gave back", () => {
  const cut = renderTrace(messages.slice(0, 2));
  expect(endOfTrace(cut)).toMatch(/^Tool Calls:\n {2}find [\s\S]+\[ERROR\] gone$/);
});

test("one without tools is a single message", () => {
  expect(traceSteps("It is so.")).toEqual([{ kind: "message", text: "It is so." }]);
  expect([endOfTrace("It is so."), beforeEndOfTrace("It is so."), toolCallsIn("")]).toEqual([
    "It is so.",
    "",
    0,
  ]);
});
