import { describe, expect, it } from "vitest";
import { systemMessage, userMessage } from "../../trace/index.ts";
import { describeLlmFailures, describeLlmReplies } from "../contract/describe-cases.ts";
import { openAiWire, startModelServer, startOpenAiServer } from "../testing/index.ts";
import { createOpenAiEndpointLlm } from "./llm.ts";

const secret = "local-secret-key-0001";
const modelName = "test-model";
const subject = {
  name: "openai-endpoint",
  wire: openAiWire,
  secret,
  open: (baseUrl: string) => createOpenAiEndpointLlm({ baseUrl, apiKey: secret, modelName }),
};

describeLlmReplies(subject);
describeLlmFailures(subject);
const streaming = { ...subject, name: "openai-endpoint, streamed", streams: true };
describeLlmReplies(streaming);
describeLlmFailures(streaming);

const request = { messages: [userMessage("Hello")] };
const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } } as const;

describe("createOpenAiEndpointLlm", () => {
  it("sends the key, the settings and the extra body, and drops what is null", async () => {
    await using server = await startOpenAiServer({ chat: () => "hi" });
    const extraBody = { top_k: 5, max_tokens: null };
    await using llm = createOpenAiEndpointLlm({
      ...{ baseUrl: server.url, apiKey: secret, modelName, temperature: 0.5, maxTokens: 9, extraBody },
      headers: { "x-team": "a" },
    });
    await llm.generate(request);
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
    expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, "x-team": "a" });
    expect(server.requests[0]?.body).toEqual({
      model: modelName,
      messages: [{ role: "user", content: "Hello" }],
      temperature: 0.5,
      top_k: 5,
    });
  });

  it("sends no authorization without a key", async () => {
    await using server = await startOpenAiServer({ chat: () => "hi" });
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await llm.generate(request);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    [{ required: ["a", "b"] }, true],
    [{ required: ["a"] }, false],
  ])("closes the schema, and is strict only where every key is required: %j", async (required, strict) => {
    await using server = await startOpenAiServer({ chat: () => "{}" });
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await llm.generate({
      ...request,
      responseSchema: { name: "answer", schema: { ...schema, ...required } },
    });
    expect(server.requests[0]?.body.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { name: "answer", strict, schema: { additionalProperties: false } },
    });
  });

  it("asks for some JSON object and writes the schema down, in json_object mode", async () => {
    await using server = await startOpenAiServer({ chat: () => "{}" });
    await using llm = createOpenAiEndpointLlm({
      baseUrl: server.url,
      modelName,
      structuredOutput: "json_object",
    });
    await llm.generate({ ...request, responseSchema: { name: "answer", schema } });
    expect(server.requests[0]?.body.response_format).toEqual({ type: "json_object" });
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain("JSON Schema");
  });

  it("leaves the schema to the caller in prompt mode", () => {
    const llm = createOpenAiEndpointLlm({
      baseUrl: "http://localhost",
      modelName,
      structuredOutput: "prompt",
    });
    expect(llm.capabilities.structuredOutput).toBe(false);
  });

  it("does not fall back for errors about something else", async () => {
    const body = openAiWire.error("context length exceeded", "invalid_request_error");
    await using server = await startModelServer([{ status: 400, body }]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    const call = llm.generate({ ...request, responseSchema: { name: "answer", schema } });
    await expect(call).rejects.toMatchObject({ category: "permanent" });
    expect(server.requests).toHaveLength(1);
  });

  it("merges neighbouring user messages and maps tool calls", async () => {
    await using server = await startOpenAiServer({ chat: () => "ok" });
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await llm.generate({
      messages: [
        systemMessage("S"),
        userMessage("one"),
        userMessage("two"),
        { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "find", input: { q: 1 } }] },
        {
          role: "tool",
          content: [{ type: "tool_result", toolUseId: "c1", content: "found", isError: false }],
        },
      ],
    });
    expect(server.requests[0]?.body.messages).toEqual([
      { role: "system", content: "S" },
      { role: "user", content: "one\n\ntwo" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"q":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "found" },
    ]);
  });

  it("reads a refusal message, cached and reasoning tokens, and the price", async () => {
    const usage = {
      ...{ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, cost: 0.002 },
      ...{ prompt_tokens_details: { cached_tokens: 6 }, completion_tokens_details: { reasoning_tokens: 3 } },
    };
    const message = { role: "assistant", content: null, refusal: "I will not." };
    const body = { model: "m", choices: [{ finish_reason: "stop", message }], usage };
    await using server = await startModelServer([{ body }]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    const reply = await llm.generate(request);
    expect(reply).toMatchObject({ text: "I will not.", finishReason: "refusal" });
    expect(reply.usage).toMatchObject({ cacheReadTokens: 6, reasoningTokens: 3, costUsd: 0.002 });
  });

  it("finds an error inside a reply of status 200", async () => {
    await using server = await startModelServer([
      { body: { error: { code: 429, message: "upstream is busy" } } },
    ]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await expect(llm.generate(request)).rejects.toMatchObject({ category: "rate_limit" });
  });

  it("does not retry an account without credit", async () => {
    const body = { error: { message: "quota", type: "insufficient_quota", code: "insufficient_quota" } };
    await using server = await startModelServer([{ status: 429, body }]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await expect(llm.generate(request)).rejects.toMatchObject({ category: "permanent" });
  });

  it("refuses a reply larger than its limit with a clear error", async () => {
    await using server = await startOpenAiServer({ chat: () => "x".repeat(5000) });
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName, maxReplyBytes: 1000 });
    await expect(llm.generate(request)).rejects.toMatchObject({
      category: "permanent",
      hint: expect.stringContaining("larger than is read"),
    });
  });

  it.each([
    ["<html><head><title>Grafana</title></head><body>Sign in</body></html>", 'a page with "Grafana"'],
    ["<!doctype html>\n<script>let x;</script><h1>It\n works!</h1>", 'a page with "It works!"'],
    ["Ollama is running", 'begins with "Ollama is running"'],
    [`sk-abcdefghijklmnop ${"x".repeat(500)}`, `begins with "[hidden] ${"x".repeat(91)}…"`],
    ["", "that is not JSON."],
  ])("shows what stands at a wrong address: %.40s", async (body, shown) => {
    await using server = await startModelServer([{ body }]);
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    await expect(llm.generate(request)).rejects.toMatchObject({
      message: expect.stringContaining(shown),
      hint: "Does this address speak the interface you chose?",
    });
  });

  it("reuses connections, and keeps no listener on a long-lived signal", async () => {
    await using server = await startOpenAiServer({ chat: () => "x" });
    await using llm = createOpenAiEndpointLlm({ baseUrl: server.url, modelName });
    const { signal } = new AbortController();
    let listeners = 0;
    const counted = new Proxy(signal, {
      get: (target, name) => {
        if (name === "addEventListener") return () => (listeners += 1);
        if (name === "removeEventListener") return () => (listeners -= 1);
        return Reflect.get(target, name, target);
      },
    });
    for (let call = 0; call < 20; call += 1) await llm.generate({ ...request, signal: counted });
    expect(server.connections).toBeLessThanOrEqual(2);
    expect(listeners).toBe(0);
  });
});
