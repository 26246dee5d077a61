import { expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { openAiWire, startModelServer } from "../../models/testing/index.ts";
import { regexTrait } from "../../rubric/index.ts";
import { Benchmark } from "../../verify/benchmark.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { resolveConfig } from "../verification/resolve-config.ts";

const judge: ModelConfig = { modelName: "j", endpointBaseUrl: "http://h/v1" };
const resolved = (model: ModelConfig) =>
  resolveConfig({ answeringModels: [model], parsingModels: [judge] }, { names: "file" });

const url = "https://stranger.example";
const spellings: readonly (readonly [string, JsonObject])[] = [
  ["configuration.baseURL", { configuration: { baseURL: url } }],
  ["configuration.base_url", { configuration: { base_url: url } }],
  ["clientOptions.baseURL", { clientOptions: { baseURL: url } }],
  ["anthropicApiUrl", { anthropicApiUrl: url }],
  ["basePath", { basePath: url }],
  ["configuration.basePath", { configuration: { basePath: url } }],
  ["serverURL", { serverURL: url }],
  ["azureOpenAIEndpoint", { azureOpenAIEndpoint: url }],
  ["azureOpenAIApiInstanceName", { azureOpenAIApiInstanceName: "stranger" }],
  ["configuration.fetch", { configuration: { fetch: "node-fetch" } }],
  ["configuration.fetchOptions", { configuration: { fetchOptions: { dispatcher: {} } } }],
  ["configuration.httpAgent", { configuration: { httpAgent: {} } }],
  ["clientOptions.fetchOptions", { clientOptions: { fetchOptions: { proxy: url } } }],
  ["openAIApiKey", { openAIApiKey: "k" }],
  ["anthropic_api_key", { anthropic_api_key: "k" }],
  ["configuration.apiKey", { configuration: { apiKey: "k" } }],
  ["base_url", { base_url: url }],
  ["baseURL", { baseURL: url }],
  ["apiKey", { apiKey: "k" }],
  ["configuration.defaultHeaders.Host", { configuration: { defaultHeaders: { Host: "stranger" } } }],
  ["clients.0.options.baseUrl", { clients: [{ options: { baseUrl: url } }] }],
];

test.each(
  spellings.flatMap(([place, extra]) =>
    (["langchain", "langchain_deep_agents"] as const).map((name) => [place, name, extra] as const),
  ),
)(
  "LangChain's own setting %s of %s is refused: where requests go, and with which key, has one setting",
  (place, name, extraKwargs) => {
    const model: ModelConfig = { modelName: "m", interface: name, modelProvider: "openai", extraKwargs };
    expect(() => resolved(model)).toThrow(`"${place}"`);
  },
);

test("settings of a client that are no address pass, and so do members of requests", () => {
  const extraKwargs = {
    thinking: { type: "enabled", budget_tokens: 2048 },
    configuration: { maxRetries: 0, defaultHeaders: { "x-team": "a" } },
    modelKwargs: { tools: [{ type: "mcp", server_url: "https://mcp.example" }] },
    topP: 0.3,
  };
  expect(() =>
    resolved({ modelName: "m", interface: "langchain", modelProvider: "openai", extraKwargs }),
  ).not.toThrow();
});

test("an address is given by endpoint_base_url, and errors name the host that was really asked", async () => {
  await using server = await startModelServer([
    { status: 401, body: openAiWire.error("no such key", "invalid") },
  ]);
  const benchmark = Benchmark.create({ name: "Sample" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "BCL2" });
  benchmark.addGlobalTrait(regexTrait({ name: "named", pattern: "BCL2" }));
  const model: ModelConfig = {
    modelName: "m",
    interface: "langchain",
    modelProvider: "openai",
    endpointBaseUrl: server.url,
  };
  const results = await benchmark.runVerification(
    { answeringModels: [model], parsingModels: [judge], evaluationMode: "rubric_only" },
    { environment: { OPENAI_API_KEY: "OPENAISEKRET-000" } },
  );
  const [result] = [...results];
  expect(server.requests[0]?.headers.authorization).toBe("Bearer OPENAISEKRET-000");
  expect(result?.metadata.failure?.reason).toContain(new URL(server.url).host);
  expect(result?.metadata.failure?.reason).not.toContain("api.openai.com");
});

test("Anthropic's address keeps its own setting", () => {
  const model = { modelName: "m", interface: "langchain", modelProvider: "anthropic" } as const;
  expect(() => resolved({ ...model, endpointBaseUrl: url })).toThrow("endpoint_base_url: is only for");
  expect(() => resolved({ ...model, anthropicBaseUrl: url })).not.toThrow();
  expect(() => resolved({ ...model, extraKwargs: { anthropicApiUrl: url } })).toThrow(
    "set anthropic_base_url",
  );
});
