import { describe, expect, it } from "vitest";
import { type Message, messageFromRecord, messageToRecord, userMessage } from "./index.ts";

describe("messageToRecord", () => {
  it("flattens text, thinking and tool calls", () => {
    const message: Message = {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm", signature: "s" },
        { type: "text", text: "one" },
        { type: "text", text: "two" },
        { type: "tool_use", id: "1", name: "find", input: { q: "x" } },
      ],
    };
    expect(messageToRecord(message, 3)).toEqual({
      role: "assistant",
      content: "one\ntwo",
      blockIndex: 3,
      thinking: { thinking: "hm", signature: "s" },
      toolCalls: [{ id: "1", name: "find", input: { q: "x" } }],
    });
  });

  it("puts a tool's output into content", () => {
    const message: Message = {
      role: "tool",
      content: [{ type: "tool_result", toolUseId: "1", content: "out", isError: true }],
    };
    expect(messageToRecord(message)).toEqual({
      role: "tool",
      content: "out",
      blockIndex: 0,
      toolResult: { toolUseId: "1", isError: true },
    });
  });

  it("numbers a list", () => {
    const records = [userMessage("a"), userMessage("b")].map(messageToRecord);
    expect(records.map(({ blockIndex }) => blockIndex)).toEqual([0, 1]);
  });
});

describe("messageFromRecord", () => {
  const messages: readonly Message[] = [
    userMessage("hello"),
    { role: "assistant", content: [] },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "a" },
        { type: "thinking", thinking: "b", signature: "s" },
        { type: "text", text: "t" },
        { type: "tool_use", id: "1", name: "x", input: {} },
        { type: "tool_use", id: "2", name: "y", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "text", text: "aside" },
        { type: "tool_result", toolUseId: "1", content: "one", isError: false },
        { type: "tool_result", toolUseId: "2", content: "two", isError: true },
      ],
    },
    {
      role: "user",
      content: [
        { type: "text", text: "t" },
        { type: "tool_result", toolUseId: "1", content: "", isError: false },
      ],
    },
  ];

  it("gives back every block, also second ones of a kind", () => {
    expect(messages.map(messageToRecord).map(messageFromRecord)).toEqual(messages);
  });

  it("reads records with nulls where nothing is", () => {
    const record = {
      role: "user" as const,
      content: "x",
      blockIndex: 0,
      toolCalls: null,
      toolResult: null,
      thinking: null,
    };
    expect(messageFromRecord(record)).toEqual(userMessage("x"));
  });
});
