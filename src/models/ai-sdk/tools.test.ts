import { describe, expect, it } from "vitest";
import type { LlmPort } from "../../ports/index.ts";
import { type Message, userMessage } from "../../trace/index.ts";
import { describeLlmTools } from "../contract/describe-cases.ts";
import { anthropicWire, googleWire, openAiWire, startModelServer } from "../testing/index.ts";
import { createAiSdkLlm } from "./llm.ts";

const apiKey = "vendor-secret-key-0001";
const vendor = (provider: string, modelName: string) => (baseUrl: string) =>
  createAiSdkLlm({ provider, modelName, apiKey, baseUrl });
const openRouter = vendor("openrouter", "anthropic/claude-haiku-4.5");
const anthropic = vendor("anthropic", "claude-haiku-4-5");
const google = vendor("google", "gemini-2.5-flash");

const common = { secret: apiKey };
const openai = vendor("openai", "gpt-4.1-mini");
describeLlmTools({ ...common, name: "ai-sdk openai", wire: openAiWire, open: openai, thinking: false });
describeLlmTools({ ...common, name: "ai-sdk anthropic", wire: anthropicWire, open: anthropic });
describeLlmTools({ ...common, name: "ai-sdk google", wire: googleWire, open: google });
describeLlmTools({ ...common, name: "openrouter", wire: openAiWire, open: openRouter });

const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }] as const;
const question = userMessage("Where?");

/** What goes back to the vendor after this reply and a result for each of its calls, and the reply as it was read. */
async function roundTrip(open: (url: string) => LlmPort, body: object) {
  await using server = await startModelServer([{ body }]);
  await using llm = open(server.url);
  const { message } = await llm.generate({ messages: [question], tools });
  const results: Message = {
    role: "tool",
    content: message.content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ type: "tool_result", toolUseId: block.id, content: "here", isError: false }]
        : [],
    ),
  };
  await llm.generate({ messages: [question, message, results], tools });
  return { blocks: message.content, sent: server.requests[1]?.body ?? {} };
}

const anthropicReply = (content: readonly object[]) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", model: "served-model", content },
  ...{ stop_reason: "tool_use", stop_sequence: null, usage: { input_tokens: 7, output_tokens: 3 } },
});
const toolUse = { type: "tool_use", id: "c1", name: "find", input: { q: 1 } };

describe("thinking between tool calls goes back to", () => {
  it.each<[string, object, object]>([
    [
      "signed",
      { type: "thinking", thinking: "Better look.", signature: "EqQB" },
      { thinking: "Better look.", signature: "EqQB" },
    ],
    ["hidden", { type: "thinking", thinking: "", signature: "EqQB" }, { thinking: "", signature: "EqQB" }],
    [
      "encrypted",
      { type: "redacted_thinking", data: "c2VjcmV0" },
      { thinking: "", signature: "redacted:c2VjcmV0" },
    ],
  ])("Anthropic, %s, exactly as it came", async (_, part, block) => {
    const content = [part, { type: "text", text: "Looking." }, part, toolUse];
    const { blocks, sent } = await roundTrip(anthropic, anthropicReply(content));
    const thinking = { type: "thinking", ...block };
    expect(blocks).toEqual([thinking, { type: "text", text: "Looking." }, thinking, toolUse]);
    expect(sent.messages).toMatchObject([{ role: "user" }, { role: "assistant", content }, { role: "user" }]);
  });

  it("Google, with the mark of the call", async () => {
    const calls = [{ id: "c1", name: "find", input: { q: 1 } }];
    const { blocks, sent } = await roundTrip(
      google,
      googleWire.reply({ text: "", thinking: "Look.", calls }),
    );
    expect(blocks).toMatchObject([
      { type: "thinking", thinking: "Look." },
      { type: "tool_use", signature: "signed" },
    ]);
    expect(JSON.stringify(sent.contents)).toContain('"thoughtSignature":"signed"');
  });

  it("OpenRouter, with all its details", async () => {
    const details = [
      {
        type: "reasoning.text",
        text: "Better look.",
        signature: "EqQB",
        format: "anthropic-claude-v1",
        index: 0,
      },
      { type: "reasoning.encrypted", data: "c2VjcmV0", format: "anthropic-claude-v1", index: 1 },
    ];
    const function_ = { name: "find", arguments: '{"q":1}' };
    const message = {
      ...{ role: "assistant", content: null, reasoning: "Better look.", reasoning_details: details },
      tool_calls: [{ id: "c1", type: "function", function: function_ }],
    };
    const body = {
      ...{ id: "gen-1", object: "chat.completion", created: 1, model: "served-model" },
      choices: [{ index: 0, finish_reason: "tool_calls", message }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    };
    const { blocks, sent } = await roundTrip(openRouter, body);
    expect(blocks[0]).toEqual({ type: "thinking", thinking: "Better look." });
    expect(sent.messages).toMatchObject([{}, { role: "assistant", reasoning_details: details }, {}]);
  });
});

it("reads arguments of OpenAI that are no JSON as unreadable, and goes on with an empty object", async () => {
  const calls = [{ id: "c1", name: "find", input: "where is it" }];
  const { blocks, sent } = await roundTrip(openai, openAiWire.reply({ text: "", calls }));
  expect(blocks).toEqual([
    { type: "tool_use", id: "c1", name: "find", input: {}, unreadableInput: "where is it" },
  ]);
  expect(JSON.stringify(sent.messages)).toContain('"arguments":"{}"');
});
