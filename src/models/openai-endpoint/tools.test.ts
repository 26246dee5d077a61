import { describe, expect, it } from "vitest";
import { type Message, userMessage } from "../../trace/index.ts";
import { describeLlmTools } from "../contract/describe-cases.ts";
import { openAiWire, startModelServer, startOpenAiServer, type WireReply } from "../testing/index.ts";
import { createOpenAiEndpointLlm } from "./llm.ts";

const modelName = "test-model";
const secret = "local-secret-key-0001";
const open = (baseUrl: string) => createOpenAiEndpointLlm({ baseUrl, apiKey: secret, modelName });

describeLlmTools({ name: "openai-endpoint", wire: openAiWire, secret, open });
describeLlmTools({ name: "openai-endpoint, streamed", wire: openAiWire, secret, open, streams: true });

const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }] as const;
const question = userMessage("Where?");
const call = (input: string) => ({ id: "c1", name: "find", input });

async function replyTo(said: WireReply) {
  await using server = await startOpenAiServer({ chat: () => said });
  await using llm = open(server.url);
  return await llm.generate({ messages: [question], tools });
}

/** The second request's messages, after a first reply of this message and one tool result. */
async function sentBack(message: object): Promise<unknown> {
  const first = { body: { model: "m", choices: [{ finish_reason: "tool_calls", message }] } };
  await using server = await startModelServer([first, { body: openAiWire.reply({ text: "there" }) }]);
  await using llm = open(server.url);
  const reply = await llm.generate({ messages: [question], tools });
  const results: Message = {
    role: "tool",
    content: reply.message.content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ type: "tool_result", toolUseId: block.id, content: "here", isError: false }]
        : [],
    ),
  };
  await llm.generate({ messages: [question, reply.message, results], tools });
  return server.requests[1]?.body.messages;
}

const wanted = { id: "c1", type: "function", function: { name: "find", arguments: '{"q":1}' } };

describe("createOpenAiEndpointLlm with tools", () => {
  it("asks with functions", async () => {
    await using server = await startOpenAiServer({ chat: () => "hi" });
    await using llm = open(server.url);
    await llm.generate({ messages: [question], tools });
    expect(server.requests[0]?.body.tools).toEqual([
      { type: "function", function: { name: "find", description: "Finds.", parameters: { type: "object" } } },
    ]);
  });

  it.each<[string, string, object]>([
    ["slips", "{'q': 1,}", { input: { q: 1 } }],
    ["quoted twice", '"{\\"q\\": 1}"', { input: { q: 1 } }],
    ["nothing", "", { input: {} }],
    ["no JSON", "where is it", { input: {}, unreadableInput: "where is it" }],
  ])("reads arguments with %s", async (_, written, block) => {
    const reply = await replyTo({ text: "", calls: [call(written)] });
    expect(reply.message.content).toEqual([{ type: "tool_use", id: "c1", name: "find", ...block }]);
  });

  it("mends no arguments of a reply that was cut off", async () => {
    const reply = await replyTo({ text: "", calls: [call('{"text": "half of')], finish: "length" });
    expect(reply.message.content).toMatchObject([{ input: {}, unreadableInput: '{"text": "half of' }]);
    expect(reply.finishReason).toBe("length");
  });

  it("calls a reply that asks for tools by its name, also where the server says stop", async () => {
    const body = { choices: [{ finish_reason: "stop", message: { content: null, tool_calls: [wanted] } }] };
    await using server = await startModelServer([{ body }]);
    await using llm = open(server.url);
    expect((await llm.generate({ messages: [question], tools })).finishReason).toBe("tool_calls");
  });

  it("takes arguments that are an object, and numbers calls without an id through the conversation", async () => {
    const calls = [1, 2].map((q) => ({ type: "function", function: { name: "find", arguments: { q } } }));
    const body = { choices: [{ finish_reason: "tool_calls", message: { content: "", tool_calls: calls } }] };
    await using server = await startModelServer([{ body }]);
    await using llm = open(server.url);
    const first = await llm.generate({ messages: [question], tools });
    const second = await llm.generate({ messages: [question, first.message], tools });
    const blocks = [...first.message.content, ...second.message.content];
    expect(blocks).toMatchObject([
      { id: "call_0", input: { q: 1 } },
      { id: "call_1", input: { q: 2 } },
      { id: "call_2", input: { q: 1 } },
      { id: "call_3", input: { q: 2 } },
    ]);
  });

  it.each(["reasoning_content", "reasoning"])("sends thinking back where it came from: %s", async (field) => {
    expect(await sentBack({ content: null, [field]: "Better look.", tool_calls: [wanted] })).toEqual([
      { role: "user", content: "Where?" },
      { role: "assistant", content: null, tool_calls: [wanted], [field]: "Better look." },
      { role: "tool", tool_call_id: "c1", content: "here" },
    ]);
  });

  it("sends unreadable arguments back as an empty object", async () => {
    const broken = { ...wanted, function: { name: "find", arguments: "nonsense" } };
    expect(await sentBack({ content: null, tool_calls: [broken] })).toMatchObject([
      {},
      { tool_calls: [{ function: { arguments: "{}" } }] },
      {},
    ]);
  });
});
