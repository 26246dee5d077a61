import { describe, expect, it } from "vitest";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { toolCallRows, turnRows } from "./tables.ts";
import { ownColumns } from "./testing/own-columns.ts";

describe("turns and calls of tools", () => {
  const call = (id: string) => ({ id, name: "find", input: { q: id } });
  const answered = sampleResult({
    template: {
      traceMessages: [
        {
          role: "assistant",
          content: "",
          blockIndex: 0,
          toolCalls: [call("1"), call("2")],
          thinking: { thinking: "so" },
        },
        {
          role: "tool",
          content: "one",
          blockIndex: 1,
          toolResult: { toolUseId: "1", isError: false },
          furtherToolResults: [{ toolUseId: "2", isError: true, content: "two" }],
        },
        { role: "assistant", content: "", blockIndex: 2, toolCalls: [call("1"), call("3")] },
        { role: "tool", content: "again", blockIndex: 3, toolResult: { toolUseId: "1", isError: false } },
      ],
    },
  });

  it("have the message that calls, and the output that follows it", () => {
    expect(ownColumns(toolCallRows([answered]))).toEqual([
      {
        turnIndex: 0,
        callIndex: 0,
        toolCallId: "1",
        toolName: "find",
        toolInput: '{"q":"1"}',
        toolOutput: "one",
        isError: false,
      },
      {
        turnIndex: 0,
        callIndex: 1,
        toolCallId: "2",
        toolName: "find",
        toolInput: '{"q":"2"}',
        toolOutput: "two",
        isError: true,
      },
      {
        turnIndex: 2,
        callIndex: 0,
        toolCallId: "1",
        toolName: "find",
        toolInput: '{"q":"1"}',
        toolOutput: "again",
        isError: false,
      },
      {
        turnIndex: 2,
        callIndex: 1,
        toolCallId: "3",
        toolName: "find",
        toolInput: '{"q":"3"}',
        toolOutput: null,
        isError: null,
      },
    ]);
  });

  it("are counted in their messages", () => {
    expect(ownColumns(turnRows([answered]))).toMatchObject([
      { turnIndex: 0, role: "assistant", thinking: "so", toolCallCount: 2, toolCallId: null, isError: null },
      { turnIndex: 1, role: "tool", content: "one", toolCallId: "1", isError: false },
      { turnIndex: 2, toolCallCount: 2 },
      { turnIndex: 3, content: "again" },
    ]);
  });
});
