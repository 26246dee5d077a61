import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { until } from "../base/testing/until.ts";
import type { ModelConfig } from "../config/settings/model-config.ts";
import { outcomeOf } from "../result/index.ts";
import { localService as service } from "./testing/local-service.ts";
import { runOne, runOwn } from "./testing/own-model-run.ts";

const json = (response: ServerResponse, value: unknown, status = 200) => {
  response.writeHead(status, { "content-type": "application/json", "set-cookie": "session=1" });
  response.end(JSON.stringify(value));
};
const app = (url: string, settings: ModelConfig = {}): ModelConfig => ({
  id: "mine",
  http: url,
  ...settings,
});
const patience = { outagePatienceSeconds: 0 };

describe("a service", () => {
  test("is sent the question, and answers in the form of programs; no cookie goes along", async () => {
    const served = await service((response) =>
      json(response, { text: "BCL2", contexts: ["binds BCL2"], usage: { input_tokens: 3 }, model: "rag-2" }),
    );
    const results = await runOwn({
      model: app(`${served.url}/ask -H "Authorization: Bearer $MY_TOKEN" -H X-Team:blue`),
      questions: ["One?", "Two?"],
      config: { asyncEnabled: false },
      options: { environment: { MY_TOKEN: "tok-0123456789ab" } },
    });
    expect(results.map(outcomeOf)).toEqual(["pass", "pass"]);
    expect(served.asked.map(({ body }) => JSON.parse(body))).toEqual([
      { question: "One?" },
      { question: "Two?" },
    ]);
    expect(served.asked[1]).toMatchObject({
      method: "POST",
      url: "/ask",
      headers: {
        authorization: "Bearer tok-0123456789ab",
        "x-team": "blue",
        "content-type": "application/json",
      },
    });
    expect(served.asked[1]?.headers.cookie).toBeUndefined();
    expect(results[0]?.metadata.answering).toMatchObject({ interface: "http", modelName: "http" });
    expect(results[0]?.template).toMatchObject({
      retrievedContexts: [{ text: "binds BCL2" }],
      usageMetadata: { answer_generation: { inputTokens: 3, model: "rag-2" } },
    });
  });

  test("is asked and read where its settings say", async () => {
    const served = await service((response) =>
      json(response, {
        result: { output: "BCL2" },
        docs: [
          { page_content: "binds BCL2", metadata: { source: "a.md" }, score: 0.5 },
          { content: "more", id: 7, url: "http://h/b" },
        ],
        meta: { usage: { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: {}, cost: 0.25 } },
        steps: [
          { role: "assistant", content: "", tool_calls: [{ id: "1", name: "look", input: {} }] },
          { role: "tool", content: "BCL2", tool_result: { tool_use_id: "1" } },
        ],
      }),
    );
    const result = await runOne({
      model: app(`${served.url}/v2?k=1`, {
        httpMethod: "PUT",
        httpBody: '{ "input": { "messages": "{{messages}}" }, "top_k": 3 }',
        httpAnswer: "$.result.output",
        httpContexts: "$.docs",
        httpUsage: "$.meta.usage",
        httpTrace: "$.steps",
        systemPrompt: "Be brief.",
      }),
    });
    expect(outcomeOf(result)).toBe("pass");
    expect(served.asked).toMatchObject([{ method: "PUT", url: "/v2?k=1" }]);
    expect(JSON.parse(served.asked[0]?.body ?? "")).toEqual({
      input: {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "What does venetoclax bind?" },
        ],
      },
      top_k: 3,
    });
    expect(result.template).toMatchObject({
      retrievedContexts: [
        { text: "binds BCL2", source: "a.md", id: null, score: 0.5 },
        { text: "more", source: "http://h/b", id: "7", score: null },
      ],
      usageMetadata: { answer_generation: { inputTokens: 5, outputTokens: 2, costUsd: 0.25 } },
      agentMetrics: { toolCalls: 1 },
    });
  });

  test("is asked by its address alone, and answers in plain text", async () => {
    const served = await service((response) => response.end("It is BCL2."));
    const result = await runOne({ model: app(`${served.url}/ask?q={{question}}`, { httpMethod: "GET" }) });
    expect(outcomeOf(result)).toBe("pass");
    expect(served.asked).toMatchObject([
      { method: "GET", url: "/ask?q=What%20does%20venetoclax%20bind%3F", body: "" },
    ]);
  });

  test.each<[string, string, string, ModelConfig]>([
    [
      "events with JSON, which end at [DONE] although the connection stays",
      "text/event-stream",
      ': hello\n\nevent: delta\ndata: {"d":"It is "}\n\ndata: {"d":\ndata: "BCL2."}\n\ndata: {"docs":["p"],"u":{"input_tokens":4}}\n\ndata: [DONE]\n\n',
      { httpAnswer: "$.d", httpContexts: "$.docs", httpUsage: "$.u" },
    ],
    [
      "events with text",
      "text/event-stream; charset=utf-8",
      'data: It is \n\ndata: "BCL2."\n\ndata: [DONE]\n\n',
      {},
    ],
  ])("streams %s", async (_, type, body, settings) => {
    const served = await service((response) => {
      response.writeHead(200, { "content-type": type });
      for (const part of body.match(/[\s\S]{1,7}/g) ?? []) response.write(part);
    });
    const result = await runOne({ model: app(served.url, settings) });
    expect(outcomeOf(result)).toBe("pass");
    expect(result.template?.rawLlmResponse).toContain("It is BCL2.");
    if (settings.httpContexts !== undefined)
      expect(result.template).toMatchObject({
        retrievedContexts: [{ text: "p" }],
        usageMetadata: { answer_generation: { inputTokens: 4 } },
      });
    await until(() => served.open() === 0);
  });

  test("streams lines of JSON, or text", async () => {
    const served = await service((response, { url }) => {
      const isText = url === "/text";
      response.writeHead(200, { "content-type": isText ? "text/plain" : "application/x-ndjson" });
      for (const part of isText ? ["It is ", "BCL2."] : ['{"d":"It ', 'is "}\n', '{"d":"BCL2."}'])
        response.write(part);
      response.end();
    });
    const lines = await runOne({ model: app(`${served.url}/lines`, { httpAnswer: "d" }) });
    const text = await runOne({ model: app(`${served.url}/text`) });
    for (const result of [lines, text]) expect(result.template?.rawLlmResponse).toContain("It is BCL2.");
  });

  test("says that it has no answer, or that it is to be asked again", async () => {
    const served = await service((response, _, count) =>
      json(response, count === 1 ? { retry: "warming up" } : { no_answer: "nothing found" }),
    );
    const result = await runOne({ model: app(served.url) });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(result.metadata.retryCounts).toMatchObject({ server_error: { used: 1 } });
  });
});

describe("a service that", () => {
  const endless = (response: ServerResponse, part: string) => {
    const more = () => {
      if (!response.destroyed) response.write(part, () => setImmediate(more));
    };
    more();
  };

  test.each<[string, (response: ServerResponse) => void, ModelConfig, RegExp, string]>([
    ["hangs", () => undefined, { agentTimeout: 0.2 }, /gave no answer within 0\.2 s/, "timeout"],
    [
      "never ends its stream",
      (response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: BCL2\n\n");
      },
      { agentTimeout: 0.2 },
      /gave no answer within 0\.2 s/,
      "timeout",
    ],
    [
      "fails",
      (response) => json(response, { error: "the index is gone" }, 500),
      {},
      /status 500: the index is gone/,
      "server_error",
    ],
    [
      "fails in the midst of its events",
      (response) =>
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end('data: It is BCL2\n\nevent: error\ndata: {"error":"overloaded"}\n\n'),
      {},
      /an error: \{"error":"overloaded"\}/,
      "server_error",
    ],
    [
      "fails in the midst of an answer by its place",
      (response) =>
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end('data: {"d":"It is BCL2"}\n\ndata: {"error":{"message":"overloaded"}}\n\n'),
      { httpAnswer: "d" },
      /an error: \{"message":"overloaded"\}/,
      "server_error",
    ],
    [
      "fails in a line",
      (response) =>
        response
          .writeHead(200, { "content-type": "application/x-ndjson" })
          .end('{"error":"overloaded BCL2"}\n'),
      {},
      /an error: overloaded BCL2/,
      "server_error",
    ],
    [
      "names a folder of this machine",
      (response) => json(response, { text: "BCL2", workspace: "/etc" }),
      {},
      /cannot name a folder of this machine/,
      "unexpected_error",
    ],
    ["is busy", (response) => json(response, {}, 429), {}, /status 429/, "rate_limit"],
    ["refuses the key", (response) => json(response, {}, 401), {}, /status 401/, "authentication"],
    [
      "leads elsewhere",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      {},
      /status 302/,
      "invalid_request",
    ],
    [
      "says nonsense",
      (response) => response.writeHead(200, { "content-type": "application/json" }).end("<html>oops"),
      {},
      /a body that is not JSON/,
      "server_error",
    ],
    [
      "says it elsewhere",
      (response) => json(response, { other: 1 }),
      { httpAnswer: "$.answer" },
      /nothing at \$\.answer/,
      "server_error",
    ],
    [
      "says what is no text",
      (response) => json(response, { answer: 5 }),
      { httpAnswer: "$.answer" },
      /a value of type number at \$\.answer/,
      "server_error",
    ],
    [
      "tells passages that are none",
      (response) => json(response, { answer: "BCL2", docs: [{ x: 1 }] }),
      { httpAnswer: "$.answer", httpContexts: "$.docs" },
      /its contexts cannot be used: a passage has no text at `text`, `content`, .*, but `x`/,
      "unexpected_error",
    ],
    [
      "says 50 MB",
      (response) => response.end("x".repeat(50_000_000)),
      {},
      /text: expected at most 10000000 characters/,
      "unexpected_error",
    ],
    [
      "never stops saying",
      (response) => endless(response, "x".repeat(1_000_000)),
      {},
      /longer than|larger than|more than is read/i,
      "invalid_request",
    ],
    [
      "breaks off",
      (response) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("BC", () => response.destroy());
      },
      {},
      /./,
      "connection",
    ],
  ])("%s is a failure of its task, never a wrong answer", async (_, reply, settings, reason, category) => {
    const served = await service(reply);
    const result = await runOne({ model: app(`${served.url}/a`, settings), config: patience });
    expect(outcomeOf(result)).toBe("infrastructure_failed");
    expect(result.metadata.failure?.reason).toMatch(reason);
    expect(result.metadata.failure).toMatchObject({ category });
    await until(() => served.open() === 0);
  });

  test("is not there is a failure of connection", async () => {
    const served = await service(() => undefined);
    served.close();
    const result = await runOne({ model: app(served.url), config: patience });
    expect(result.metadata.failure).toMatchObject({ category: "connection" });
  });

  test("answers after the run is cancelled is not heard", async () => {
    const controller = new AbortController();
    const served = await service((response) => void setTimeout(() => response.end("BCL2"), 200));
    const run = runOne({ model: app(served.url), options: { environment: {}, signal: controller.signal } });
    await until(() => served.asked.length === 1);
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    await until(() => served.open() === 0);
  });

  test("repeats a key shows none of it in results", async () => {
    const key = "tok-0123456789ab";
    const served = await service((response, { headers }) =>
      json(response, { error: { message: `no: ${headers["x-key"]}` } }, 400),
    );
    const result = await runOne({
      model: app(`${served.url}/a -H "X-Key: $MY_TOKEN"`),
      options: { environment: { MY_TOKEN: key } },
    });
    expect(result.metadata.failure?.reason).toContain("status 400");
    expect(JSON.stringify(result)).not.toContain(key);
  });

  test("repeats something shaped like a key shows it in no reason and no log", async () => {
    const key = "sk-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF";
    const served = await service((response) =>
      json(response, { no_answer: `the key ${key} was bad`, log: `used ${key}` }),
    );
    const result = await runOne({ model: app(served.url) });
    expect(outcomeOf(result)).toBe("no_answer");
    expect(JSON.stringify(result)).not.toContain(key);
  });
});

test.each<[ModelConfig, RegExp]>([
  [{ http: "python app.py" }, /http: expected an http or https URL; a program is given as `command`/],
  [{ http: "http://h/a extra" }, /http: the service: expected headers after the URL/],
  [{ http: "http://h/a", httpBody: "{question}" }, /http_?[bB]ody: expected JSON/],
  [
    { http: "http://h/a", httpBody: '{"q":"{{questoin}}"}' },
    /\{\{questoin\}\} would be sent .* did you mean "\{\{question/,
  ],
  [{ http: "http://h/a", httpBody: '{"q":["{{Question}}"]}' }, /\{\{Question\}\} would be sent as it stands/],
  [
    { http: "http://h/a", httpBody: '{"p":"Chat: {{messages}}"}' },
    /expected "\{\{messages\}\}" as a text of its own/,
  ],
  [
    { http: "http://h/a", httpBody: '{"{{question}}":"{{question}}"}' },
    /http_?[bB]ody: names are sent as they stand/,
  ],
  [{ http: "http://h/a", httpBody: '{"q":"{question}"}' }, /http_?[bB]ody: the question has no place/],
  [{ http: "http://h/a", httpBody: "[]" }, /http_?[bB]ody: the question has no place/],
  [{ http: "http://h/a", httpBody: '{"q":"{{system}} {{replicate}}"}' }, /the question has no place/],
  [
    { http: "http://h/a", httpMethod: "GET" },
    /http: the question has no place in the request: GET sends no body/,
  ],
  [
    { http: "http://h/a?q={{questoin}}", httpMethod: "GET" },
    /http: \{\{questoin\}\} would be sent as it stands/,
  ],
  [{ http: "http://h/{{messages}}" }, /http: \{\{messages\}\} would be sent as it stands/],
  [{ http: 'http://h/a -H "X-Q: {{question}}"' }, /http: headers are sent as they stand, and X-Q has/i],
  [{ http: "http://h/a", httpAnswer: "$..a" }, /http_?[aA]nswer: expected a path such as \$\.answer/],
  [{ http: "http://h/a", httpContexts: "$.docs" }, /http_?[cC]ontexts: needs http_answer beside it/],
  [
    { modelName: "m", modelProvider: "openai", httpAnswer: "$.a" },
    /http_?[aA]nswer: is only for interface "http"/,
  ],
])("%j is refused before the run", async (model, message) => {
  await expect(runOne({ model: { id: "mine", ...model } })).rejects.toThrow(message);
});
