import { describe, expect, it } from "vitest";
import { cutOutput } from "../../base/cut-output.ts";
import type { JsonObject } from "../../base/index.ts";
import type { Tool, ToolOutcome } from "../../ports/index.ts";
import { callTool, type ToolCall } from "./call-tool.ts";

function searchTool(outcome: () => ToolOutcome | Promise<ToolOutcome>) {
  const inputs: JsonObject[] = [];
  const tool: Tool = {
    name: "search",
    description: "Searches.",
    inputSchema: {
      type: "object",
      properties: { terms: { type: "array", items: { type: "string" } }, limit: { type: "integer" } },
      required: ["terms"],
    },
    async call(input) {
      inputs.push(input);
      return await outcome();
    },
  };
  return { tool, inputs };
}

const found = () => ({ text: "found", isError: false });
const callOf = (input: JsonObject, more: Partial<ToolCall> = {}): ToolCall => ({
  ...{ type: "tool_use", id: "c1", name: "search", input },
  ...more,
});
const settings = (tool: Tool, maxOutputLength?: number) => ({
  tools: new Map([[tool.name, tool]]),
  signal: new AbortController().signal,
  maxOutputLength,
});

describe("callTool", () => {
  it("decodes what the schema wants decoded", async () => {
    const { tool, inputs } = searchTool(found);
    const result = await callTool(callOf({ terms: '["a", "b"]' }), settings(tool));
    expect(inputs).toEqual([{ terms: ["a", "b"] }]);
    expect(result).toEqual({ type: "tool_result", toolUseId: "c1", content: "found", isError: false });
  });

  it.each<[string, ToolCall, RegExp]>([
    ["an unknown tool", callOf({}, { name: "serach" }), /no tool "serach".*search/],
    [
      "unreadable arguments",
      callOf({}, { unreadableInput: '{"terms": [' }),
      /not a complete JSON object: \{"terms": \[/,
    ],
    ["a missing key", callOf({ limit: 3 }), /"terms" is missing/],
    ["a wrong type", callOf({ terms: ["a"], limit: "three" }), /"limit" must be of type number, not string/],
    ["a wrong type inside", callOf({ terms: ["a", 7] }), /"terms\[1\]" must be of type string/],
    ["a fraction", callOf({ terms: [], limit: 1.5 }), /"limit" must be a whole number/],
  ])("answers %s without running anything", async (_, call, words) => {
    const { tool, inputs } = searchTool(found);
    const result = await callTool(call, settings(tool));
    expect(result?.isError).toBe(true);
    expect(result?.content).toMatch(words);
    expect(inputs).toEqual([]);
  });

  it("hides keys in the words of a tool that throws", async () => {
    const { tool } = searchTool(() => {
      throw new Error("401 for Bearer abcdefgh12345678");
    });
    const result = await callTool(callOf({ terms: [] }), settings(tool));
    expect(result).toMatchObject({ isError: true, content: 'The tool "search" failed: 401 for [hidden]' });
  });

  it("has no result when the run ended first", async () => {
    const controller = new AbortController();
    const { tool } = searchTool(() => {
      controller.abort();
      throw new Error("stopped");
    });
    const ended = { ...settings(tool), signal: controller.signal };
    expect(await callTool(callOf({ terms: [] }), ended)).toBeUndefined();
  });

  it("cuts a big output to its head and tail", async () => {
    const text = `start${"x".repeat(5_000_000)}end`;
    const { tool } = searchTool(() => ({ text, isError: false }));
    const result = await callTool(callOf({ terms: [] }), settings(tool));
    expect(result?.content.length).toBeLessThan(100_100);
    expect(result?.content).toMatch(/^startx+\n\[… 4900008 characters left out …\]\nx+end$/);
    expect((await callTool(callOf({ terms: [] }), settings(tool, 10)))?.content).toBe(
      "start\n[… 4999998 characters left out …]\nxxend",
    );
  });
});

describe("cutOutput", () => {
  it("cuts no character in half", () => {
    const text = "🧬".repeat(100);
    for (let longest = 0; longest < 12; longest += 1) {
      const cut = cutOutput(text, longest);
      expect(cut.isWellFormed()).toBe(true);
      const left = Number(/(\d+) characters/.exec(cut)?.[1]);
      expect(cut.replace(/\n\[.*\]\n/, "").length + left).toBe(text.length);
    }
  });
});
