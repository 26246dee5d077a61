import { describe, expect, it, vi } from "vitest";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { describeLlmFailures, describeLlmReplies, describeLlmTools } from "../contract/describe-cases.ts";
import { anthropicWire, startModelServer } from "../testing/index.ts";
import { type ClaudeToolLlmOptions, createClaudeToolLlm } from "./llm.ts";

const secret = "vendor-secret-key-0001";
const modelName = "claude-haiku-4-5";
const subject = {
  name: "claude-tool",
  wire: anthropicWire,
  secret,
  open: (baseUrl: string) => createClaudeToolLlm({ baseUrl, apiKey: secret, modelName }),
};

describeLlmReplies(subject);
describeLlmFailures(subject);
describeLlmTools(subject);
const streaming = { ...subject, name: "claude-tool, streamed", streams: true };
describeLlmReplies(streaming);
describeLlmFailures(streaming, true);
describeLlmTools(streaming);

const request = { messages: [systemMessage("Be brief."), userMessage("Hello")] };
const message = (more: object) => ({ ...anthropicWire.reply({ text: "x" }), ...more });

/** The body of one request. */
async function bodyOf(options: Partial<ClaudeToolLlmOptions>, more: object = {}) {
  await using server = await startModelServer([{ body: anthropicWire.reply({ text: "{}" }) }]);
  await using llm = createClaudeToolLlm({ baseUrl: server.url, apiKey: secret, modelName, ...options });
  await llm.generate({ ...request, ...more });
  return server.requests[0]?.body;
}

/** The reply to a body. */
async function replyTo(body: object) {
  await using server = await startModelServer([{ body }]);
  await using llm = subject.open(server.url);
  return await llm.generate(request);
}

describe("createClaudeToolLlm", () => {
  it("sends the key, marks the system text for the cache, and goes to its own address", async () => {
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://elsewhere.invalid");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "another-account");
    await using server = await startModelServer([{ body: anthropicWire.reply({ text: "x" }) }]);
    await using llm = createClaudeToolLlm({
      ...{ baseUrl: `${server.url}/v1/`, apiKey: secret, modelName, headers: { "x-team": "a" } },
    });
    await llm.generate(request);
    vi.unstubAllEnvs();
    const [sent] = server.requests;
    expect(sent?.path).toBe("/v1/messages");
    expect(sent?.headers).toMatchObject({ "anthropic-version": "2026-10-21", "x-team": "a" });
    expect(JSON.stringify(sent?.headers)).toContain(secret);
    expect(JSON.stringify(sent?.headers)).not.toContain("another-account");
    expect(sent?.body).toEqual({
      model: modelName,
      max_tokens: 16_384,
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
    });
  });

  it("adds the extra body, and drops what is null in it", async () => {
    const extraBody = { temperature: null, thinking: { type: "adaptive" }, service_tier: "auto" };
    const body = await bodyOf({ temperature: 0.5, maxTokens: 9, extraBody });
    expect(body).toMatchObject({ max_tokens: 9, thinking: { type: "adaptive" }, service_tier: "auto" });
    expect(body).not.toHaveProperty("temperature");
  });

  it("asks the version of the interface that takes temperatures where there is one", async () => {
    await using server = await startModelServer([{ body: anthropicWire.reply({ text: "x" }) }]);
    await using llm = subject.open(server.url);
    await llm.generate({ ...request, temperature: 0 });
    expect(server.requests[0]?.headers["anthropic-version"]).toBe("2023-06-01");
  });

  it("asks without a temperature once the model has refused one, and remembers", async () => {
    const refusal = anthropicWire.error(
      "`temperature` is deprecated for this model.",
      "invalid_request_error",
    );
    await using server = await startModelServer([
      { status: 400, body: refusal },
      { body: anthropicWire.reply({ text: "x" }) },
    ]);
    await using llm = createClaudeToolLlm({ baseUrl: server.url, apiKey: secret, modelName, temperature: 0 });
    await llm.generate(request);
    await llm.generate({ ...request, temperature: 1 });
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined]);
    expect(server.requests[2]?.headers["anthropic-version"]).toBe("2026-10-21");
  });

  it("marks the last tool for the cache, unless told not to", async () => {
    const tools = ["a", "b"].map((name) => ({ name, description: "d", inputSchema: { type: "object" } }));
    const marks = (body: Awaited<ReturnType<typeof bodyOf>>) =>
      JSON.parse(JSON.stringify(body?.tools)).map((tool: object) => "cache_control" in tool);
    expect(marks(await bodyOf({}, { tools }))).toEqual([false, true]);
    expect(marks(await bodyOf({ cacheTools: false }, { tools }))).toEqual([false, false]);
  });

  it("holds the reply to the schema, with what cannot be enforced in its descriptions", async () => {
    const schema = {
      type: "object",
      properties: { score: { type: "integer", minimum: 1, maximum: 5 } },
      required: ["score"],
    };
    const extraBody = { output_config: { effort: "low" } };
    const body = await bodyOf({ extraBody }, { responseSchema: { name: "answer", schema } });
    expect(body?.output_config).toMatchObject({
      effort: "low",
      format: {
        type: "json_schema",
        schema: { type: "object", additionalProperties: false, required: ["score"] },
      },
    });
    expect(JSON.stringify(body?.output_config)).not.toContain('"minimum":1');
    expect(JSON.stringify(body?.output_config)).toContain("minimum");
  });

  it.each([
    { type: "object", additionalProperties: { type: "string" } },
    { type: "object", properties: { any: {} } },
  ])("writes a schema into the prompt that cannot be enforced: %j", async (schema) => {
    const body = await bodyOf({}, { responseSchema: { name: "answer", schema } });
    expect(body).not.toHaveProperty("output_config");
    expect(JSON.stringify(body?.messages)).toContain("JSON Schema");
  });

  it("sends thinking back with its signature, also encrypted thinking, and unsigned thinking never", async () => {
    const content = [
      { type: "thinking", thinking: "hm", signature: "c2lnbmVk" },
      { type: "redacted_thinking", data: "ZW5jcnlwdGVk" },
      { type: "tool_use", id: "c1", name: "find", input: { q: 1 } },
    ];
    await using server = await startModelServer([{ body: message({ content, stop_reason: "tool_use" }) }]);
    await using llm = subject.open(server.url);
    const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }];
    const reply = await llm.generate({ ...request, tools });
    const unsigned = { type: "thinking", thinking: "of another vendor" } as const;
    await llm.generate({
      tools,
      messages: [
        ...request.messages,
        { ...reply.message, content: [unsigned, ...reply.message.content] },
        {
          role: "tool",
          content: [{ type: "tool_result", toolUseId: "c1", content: "no", isError: true }],
        },
      ],
    });
    expect(server.requests[1]?.body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "Hello" }] },
      { role: "assistant", content },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "c1", content: "no", is_error: true }],
      },
    ]);
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["tool_use", "tool_calls"],
    ["refusal", "refusal"],
    ["pause_turn", "other"],
    ["something_new", "other"],
  ])("reads the stop reason %s as %s", async (stop_reason, finishReason) => {
    expect(await replyTo(message({ stop_reason }))).toMatchObject({ finishReason });
  });

  it("counts cached input as input, and says how much of it there was", async () => {
    const usage = {
      ...{ input_tokens: 10, output_tokens: 4 },
      ...{ cache_read_input_tokens: 100, cache_creation_input_tokens: 1000 },
      output_tokens_details: { thinking_tokens: 3 },
    };
    expect((await replyTo(message({ usage }))).usage).toEqual({
      ...{ inputTokens: 1110, outputTokens: 4, totalTokens: 1114 },
      ...{ cacheReadTokens: 100, cacheCreationTokens: 1000, reasoningTokens: 3 },
    });
  });

  it("leaves out what the vendor's own tools did", async () => {
    const content = [
      { type: "text", text: "It is " },
      { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
      { type: "text", text: "BCL2." },
    ];
    const reply = await replyTo(message({ content }));
    expect(reply.message.content).toEqual([{ type: "text", text: "It is BCL2." }]);
    expect(reply.text).toBe("It is BCL2.");
  });

  it("names the variable that should hold the key, and takes it from the environment it is given", async () => {
    expect(() => createClaudeToolLlm({ modelName, environment: {} })).toThrow(
      expect.objectContaining({ code: "missing_key", message: expect.stringContaining("ANTHROPIC_API_KEY") }),
    );
    await using server = await startModelServer([{ body: anthropicWire.reply({ text: "x" }) }]);
    const environment = { ANTHROPIC_API_KEY: "from-environment" };
    await using llm = createClaudeToolLlm({ modelName, baseUrl: server.url, environment });
    await llm.generate(request);
    expect(JSON.stringify(server.requests[0]?.headers)).toContain("from-environment");
  });

  it("refuses an address with a password, and does not show it", () => {
    const baseUrl = "http://user:hunter22secret@127.0.0.1:1/v1";
    const open = () => createClaudeToolLlm({ modelName, apiKey: secret, baseUrl });
    expect(open).toThrow(expect.objectContaining({ code: "configuration" }));
    expect(open).not.toThrow("hunter22secret");
  });

  it("follows no redirect: the key stays with its server", async () => {
    await using other = await startModelServer([{ body: {} }]);
    await using server = await startModelServer([
      { status: 307, headers: { location: other.url.replace("127.0.0.1", "localhost") }, body: "" },
    ]);
    await using llm = subject.open(server.url);
    await expect(llm.generate(request)).rejects.toMatchObject({ status: 307 });
    expect(other.requests).toEqual([]);
  });
});
