import { describe, expect, it } from "vitest";
import type { EmbedderPort } from "../ports/index.ts";
import { createAiSdkEmbedder } from "./ai-sdk/embedder.ts";
import { createOpenAiEndpointEmbedder } from "./openai-endpoint/embedder.ts";
import { embeddingsReply, startModelServer, startOpenAiServer } from "./testing/index.ts";

const apiKey = "embedder-secret-0001";
const vectorOf = (text: string) => [text.length, text.charCodeAt(0)];

const subjects: readonly [string, (url: string) => EmbedderPort][] = [
  ["openai-endpoint", (baseUrl) => createOpenAiEndpointEmbedder({ baseUrl, apiKey, modelName: "embed" })],
  ["ai-sdk", (baseUrl) => createAiSdkEmbedder({ provider: "openai", baseUrl, apiKey, modelName: "embed" })],
];

describe.each(subjects)("%s embedder", (_, open) => {
  it("returns one vector per text and tells the observer the tokens", async () => {
    await using server = await startOpenAiServer({ embed: (texts) => texts.map(vectorOf) });
    await using embedder = open(server.url);
    const tokens: number[] = [];
    const observer = {
      finished: (call: { usage: { inputTokens: number } }) => tokens.push(call.usage.inputTokens),
    };
    expect(embedder.model).toBe("embed");
    expect(await embedder.embed(["a", "bcd"], { observer })).toEqual([vectorOf("a"), vectorOf("bcd")]);
    expect(tokens).toEqual([2]);
  });

  it.each([
    [401, "permanent"],
    [429, "rate_limit"],
    [500, "server_error"],
  ] as const)("calls status %i %s and hides the key", async (status, category) => {
    await using server = await startModelServer([{ status, body: { error: { message: `bad ${apiKey}` } } }]);
    await using embedder = open(server.url);
    const error = await embedder.embed(["a"]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "transport", category, status });
    expect(String(error)).not.toContain(apiKey);
    expect(server.requests).toHaveLength(1);
  });

  it("ends at the time limit and on cancelling", async () => {
    await using server = await startModelServer([{ hang: true }]);
    await using embedder = open(server.url);
    await expect(embedder.embed(["a"], { timeoutMs: 50 })).rejects.toMatchObject({ category: "timeout" });
    await expect(embedder.embed(["a"], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});

describe("createOpenAiEndpointEmbedder", () => {
  it("sends long lists in batches and keeps their order", async () => {
    await using server = await startOpenAiServer({ embed: (texts) => texts.map(vectorOf) });
    await using embedder = createOpenAiEndpointEmbedder({
      baseUrl: server.url,
      modelName: "embed",
      batchSize: 2,
    });
    const texts = ["a", "bb", "ccc", "dddd", "eeeee"];
    expect(await embedder.embed(texts)).toEqual(texts.map(vectorOf));
    expect(server.requests).toHaveLength(3);
  });

  it("orders vectors by their index", async () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: [1] },
    ];
    await using server = await startModelServer([{ body: { data } }]);
    await using embedder = createOpenAiEndpointEmbedder({ baseUrl: server.url, modelName: "embed" });
    expect(await embedder.embed(["a", "b"])).toEqual([[1], [2]]);
  });

  it.each([
    ["too few vectors", embeddingsReply([[1]])],
    ["vectors of unequal length", embeddingsReply([[1], [1, 2]])],
    ["no vectors", { data: "none" }],
  ])("does not accept %s", async (_, body) => {
    await using server = await startModelServer([{ body }]);
    await using embedder = createOpenAiEndpointEmbedder({ baseUrl: server.url, modelName: "embed" });
    await expect(embedder.embed(["a", "b"])).rejects.toMatchObject({ category: "server_error" });
  });
});

describe("createAiSdkEmbedder", () => {
  it("says when a vendor has no embedding models", async () => {
    await using embedder = createAiSdkEmbedder({ provider: "anthropic", apiKey, modelName: "x" });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "configuration" });
  });
});
