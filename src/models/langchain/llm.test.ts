import { MODEL_PROVIDER_CONFIG } from "langchain/chat_models/universal";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LlmRequest } from "../../ports/index.ts";
import { type Message, systemMessage, userMessage } from "../../trace/index.ts";
import { describeLlmFailures, describeLlmReplies } from "../contract/describe-cases.ts";
import { anthropicWire, openAiWire, startModelServer } from "../testing/index.ts";
import { langChainProviderOf, langChainProviders } from "./index.ts";
import { createLangChainLlm } from "./llm.ts";

const apiKey = "vendor-secret-key-0001";
const modelNames = { openai: "gpt-4.1-mini", anthropic: "claude-haiku-4-5" };
type Provider = keyof typeof modelNames;
const open = (provider: Provider, baseUrl: string, more: object = {}) =>
  createLangChainLlm({ provider, modelName: modelNames[provider], apiKey, baseUrl, ...more });
const subject = (provider: Provider, wire: typeof openAiWire) => ({
  name: `langchain ${provider}`,
  wire,
  secret: apiKey,
  open: (baseUrl: string) => open(provider, baseUrl),
});
for (const each of [subject("openai", openAiWire), subject("anthropic", anthropicWire)]) {
  describeLlmReplies(each);
  describeLlmFailures(each, each.wire === anthropicWire);
}

const request = { messages: [userMessage("Hello")] };
const find = {
  name: "find",
  description: "Finds.",
  inputSchema: { type: "object", properties: {} },
} as const;
const responseSchema: LlmRequest["responseSchema"] = {
  name: "answer",
  schema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
};
const toolUse = (more: object = {}): Message => ({
  role: "assistant",
  content: [{ type: "tool_use", id: "c1", name: "find", input: { q: 1 } }],
  ...more,
});
const found: Message = {
  role: "tool",
  content: [{ type: "tool_result", toolUseId: "c1", content: "found it", isError: false }],
};

afterEach(() => vi.unstubAllEnvs());

describe("createLangChainLlm", () => {
  it("sends settings, extra members and headers to OpenAI's chat completions", async () => {
    await using server = await startModelServer([{ body: openAiWire.reply({ text: "hi" }) }]);
    const settings = { temperature: 0.5, maxTokens: 9, headers: { "x-team": "a" }, extra: { topP: 0.3 } };
    await using llm = open("openai", server.url, settings);
    await llm.generate({
      messages: [systemMessage("S"), userMessage("one"), toolUse(), found, userMessage("and?")],
    });
    expect(server.requests[0]).toMatchObject({
      path: "/chat/completions",
      headers: { authorization: `Bearer ${apiKey}`, "x-team": "a" },
      body: {
        ...{ model: "gpt-4.1-mini", temperature: 0.5, max_tokens: 9, top_p: 0.3 },
        messages: [
          { role: "system", content: "S" },
          { role: "user", content: "one" },
          { role: "assistant", tool_calls: [{ id: "c1", function: { name: "find", arguments: '{"q":1}' } }] },
          { role: "tool", tool_call_id: "c1", content: "found it" },
          { role: "user", content: "and?" },
        ],
      },
    });
  });

  it("talks to Anthropic's messages, below a base URL with and without v1", async () => {
    await using server = await startModelServer([{ body: anthropicWire.reply({ text: "hi" }) }]);
    for (const url of [server.url, `${server.url}/v1/`]) {
      await using llm = open("anthropic", url, { maxTokens: 50_000, extra: { topK: 3 } });
      await llm.generate({ messages: [systemMessage("S"), userMessage("one"), toolUse(), found] });
    }
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/messages", "/v1/messages"]);
    expect(server.requests[0]?.body).toMatchObject({ system: "S", max_tokens: 50_000, top_k: 3 });
    expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": apiKey });
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('"tool_use_id":"c1"');
  });

  it.each([
    ["openai", openAiWire, "response_format.json_schema.schema.additionalProperties"],
    ["anthropic", anthropicWire, "output_config.format.schema.additionalProperties"],
  ] as const)("hands a closed schema to %s", async (provider, wire, path) => {
    await using server = await startModelServer([{ body: wire.reply({ text: "{}" }) }]);
    await using llm = open(provider, server.url);
    await llm.generate({ ...request, responseSchema });
    expect(llm.capabilities).toEqual({ systemPrompt: true, structuredOutput: true, tools: true });
    expect(server.requests[0]?.body).toHaveProperty(path, false);
  });

  it("keeps JSON that was cut off", async () => {
    const body = openAiWire.reply({ text: '{"a": "b', finish: "length" });
    await using server = await startModelServer([{ body }]);
    await using llm = open("openai", server.url);
    const reply = await llm.generate({ ...request, responseSchema });
    expect(reply).toMatchObject({ text: '{"a": "b', finishReason: "length" });
  });

  it("writes the schema down for OpenAI's responses interface, and reads its reply", async () => {
    const message = { type: "message", role: "assistant", id: "m1", status: "completed" };
    const content = [{ type: "output_text", text: '{"a": "b"}', annotations: [] }];
    const output = [
      { type: "reasoning", id: "r1", summary: [{ type: "summary_text", text: "hm" }] },
      { ...message, content },
    ];
    const usage = {
      input_tokens: 4,
      output_tokens: 5,
      total_tokens: 9,
      output_tokens_details: { reasoning_tokens: 2 },
    };
    const body = {
      id: "r",
      object: "response",
      status: "completed",
      model: "served",
      output,
      usage,
      error: null,
    };
    await using server = await startModelServer([{ body }]);
    await using llm = open("openai", server.url, { extra: { useResponsesApi: true } });
    const reply = await llm.generate({ ...request, responseSchema });
    expect(server.requests[0]?.path).toBe("/responses");
    expect(JSON.stringify(server.requests[0]?.body)).toContain("JSON Schema");
    expect(reply).toMatchObject({
      text: '{"a": "b"}',
      finishReason: "stop",
      usage: { reasoningTokens: 2, totalTokens: 9 },
    });
    expect(reply.message.content[0]).toEqual({ type: "thinking", thinking: "hm" });
  });

  it("asks for tools, and mends or keeps arguments that are no JSON", async () => {
    const calls = [
      { id: "c1", name: "find", input: "{'q': 1}" },
      { id: "c2", name: "find", input: "look here" },
    ];
    await using server = await startModelServer([{ body: openAiWire.reply({ text: "", calls }) }]);
    await using llm = open("openai", server.url);
    const reply = await llm.generate({ ...request, tools: [find] });
    expect(server.requests[0]?.body.tools).toMatchObject([
      { function: { name: "find", description: "Finds." } },
    ]);
    expect(reply.finishReason).toBe("tool_calls");
    expect(reply.message.content).toEqual([
      { type: "tool_use", id: "c1", name: "find", input: { q: 1 } },
      { type: "tool_use", id: "c2", name: "find", input: {}, unreadableInput: "look here" },
    ]);
    await llm.generate({ messages: [...request.messages, reply.message] });
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('"c2"');
  });

  it("gives thinking back to Anthropic while the model goes on, as it came and from a record", async () => {
    const thoughts = [
      { type: "thinking", thinking: "hm", signature: "signed" },
      { type: "redacted_thinking", data: "encrypted" },
    ];
    const reply = anthropicWire.reply({ text: "", calls: [{ id: "c1", name: "find", input: {} }] });
    const content = [...thoughts, { type: "tool_use", id: "c1", name: "find", input: {} }];
    await using server = await startModelServer([{ body: { ...reply, content } }]);
    await using llm = open("anthropic", server.url);
    const { message } = await llm.generate({ ...request, tools: [find] });
    const recorded: Message = JSON.parse(JSON.stringify(message));
    for (const said of [message, recorded])
      await llm.generate({ messages: [...request.messages, said, found], tools: [find] });
    await llm.generate({
      messages: [...request.messages, recorded, found, userMessage("and?")],
      tools: [find],
    });
    const sent = server.requests.map(({ body }) => JSON.stringify(body.messages));
    for (const text of sent.slice(1, 3)) {
      for (const thought of thoughts) expect(text).toContain(JSON.stringify(thought));
    }
    expect(sent[3]).not.toContain("signed");
  });

  it("reads a refusal, cached and reasoning tokens", async () => {
    const details = {
      prompt_tokens_details: { cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...details };
    const message = { role: "assistant", content: null, refusal: "I will not." };
    const body = { model: "m", choices: [{ finish_reason: "stop", message }], usage };
    await using server = await startModelServer([{ body }]);
    await using llm = open("openai", server.url);
    const reply = await llm.generate(request);
    expect(reply).toMatchObject({ text: "I will not.", finishReason: "refusal", model: "m" });
    expect(reply.usage).toMatchObject({ cacheReadTokens: 6, reasoningTokens: 3 });
  });

  it("reads what Anthropic wrote to and read from its cache", async () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_read_input_tokens: 4,
    };
    await using server = await startModelServer([{ body: { ...anthropicWire.reply({ text: "x" }), usage } }]);
    await using llm = open("anthropic", server.url);
    expect((await llm.generate(request)).usage).toEqual({
      ...{ inputTokens: 8, outputTokens: 2, totalTokens: 10, cacheReadTokens: 4, cacheCreationTokens: 3 },
    });
  });

  it("does not retry an account without credit, and follows no redirect", async () => {
    const body = { error: { message: "quota", type: "insufficient_quota", code: "insufficient_quota" } };
    await using other = await startModelServer([{ body: {} }]);
    const moved = { status: 307, headers: { location: other.url }, body: "" };
    await using server = await startModelServer([{ status: 429, body }, moved]);
    await using llm = open("openai", server.url);
    await expect(llm.generate(request)).rejects.toMatchObject({ category: "permanent", status: 429 });
    await expect(llm.generate(request)).rejects.toMatchObject({ status: 307 });
    expect(other.requests).toEqual([]);
  });

  it.each([
    ["openai", openAiWire],
    ["anthropic", anthropicWire],
  ] as const)("sends %s's prompts nowhere else, whatever the environment says", async (provider, wire) => {
    await using elsewhere = await startModelServer([{ body: {} }]);
    for (const name of [
      "LANGSMITH_TRACING",
      "LANGSMITH_TRACING_V2",
      "LANGCHAIN_TRACING_V2",
      "LANGCHAIN_TRACING",
    ])
      vi.stubEnv(name, "true");
    for (const name of [
      "LANGSMITH_ENDPOINT",
      "LANGCHAIN_ENDPOINT",
      "LANGSMITH_GATEWAY",
      "OPENAI_BASE_URL",
      "ANTHROPIC_BASE_URL",
    ])
      vi.stubEnv(name, elsewhere.url);
    vi.stubEnv("LANGSMITH_API_KEY", "langsmith-key");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "another-token");
    await using server = await startModelServer([{ body: wire.reply({ text: "x" }) }]);
    await using llm = open(provider, server.url);
    await llm.generate(request);
    const { awaitAllCallbacks } = await import("@langchain/core/callbacks/promises");
    await awaitAllCallbacks();
    expect(elsewhere.requests).toEqual([]);
    expect(JSON.stringify(server.requests[0]?.headers)).not.toContain("another-token");
  });
});

describe("providers of LangChain", () => {
  it("are those of the installed version, by package and class", () => {
    const theirs = Object.entries(MODEL_PROVIDER_CONFIG).filter(([name]) => name !== "langsmith");
    const ours = langChainProviders.map(({ name, packageName, className }) => [name, packageName, className]);
    expect(new Set(ours.map(String))).toEqual(
      new Set(theirs.map(([name, entry]) => String([name, entry.package, entry.className]))),
    );
  });

  it("are also found by Python's names, and listed for an unknown one", () => {
    expect(langChainProviderOf("google_genai").packageName).toBe("@langchain/google-genai");
    expect(() => langChainProviderOf("acme")).toThrow(/acme.*openai, anthropic/);
  });

  it("say what to install", async () => {
    await using llm = createLangChainLlm({ provider: "google-genai", modelName: "gemini-2.5-flash", apiKey });
    expect(llm.capabilities.structuredOutput).toBe(false);
    await expect(llm.generate(request)).rejects.toMatchObject({
      code: "missing_dependency",
      hint: "Run: npm install @langchain/google-genai",
    });
  });

  it.each([
    [{ provider: "anthropic", environment: {} }, "missing_key"],
    [{ provider: "anthropic", apiKey, baseUrl: "http://user:hunter22@h" }, "configuration"],
    [{ provider: "cohere", apiKey, baseUrl: "http://h" }, "configuration"],
  ] as const)("refuse %j", (options, code) => {
    expect(() => createLangChainLlm({ modelName: "m", ...options })).toThrow(
      expect.objectContaining({ code }),
    );
  });
});
