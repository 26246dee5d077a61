import { describe, expect, it } from "vitest";
import type { LlmPort } from "../../ports/index.ts";
import { assistantMessage, type Usage } from "../../trace/index.ts";
import { pricedLlm, priceOf } from "./price-of.ts";

const usage = (inputTokens: number, outputTokens: number, more: Partial<Usage> = {}): Usage => ({
  ...{ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
  ...more,
});

describe("priceOf", () => {
  it("multiplies counts by the price per million tokens", () => {
    expect(priceOf("anthropic", "claude-haiku-4-5", usage(1_000_000, 100_000))).toBeCloseTo(1.5);
    expect(priceOf("openai", "gpt-5-nano", usage(1_000_000, 1_000_000))).toBeCloseTo(0.45);
  });

  it("charges cached tokens at their own price", () => {
    expect(
      priceOf("anthropic", "claude-opus-5", usage(1_000_000, 0, { cacheReadTokens: 400_000 })),
    ).toBeCloseTo(3.2);
  });

  it.each([
    ["an unknown model", priceOf("openai", "gpt-99", usage(1, 1))],
    ["a name that every object has", priceOf("openai", "constructor", usage(1, 1))],
    ["an unknown provider", priceOf("acme", "gpt-5-nano", usage(1, 1))],
    ["a prompt beyond the price's range", priceOf("anthropic", "claude-sonnet-4-5", usage(200_001, 1))],
    [
      "cached tokens of unlisted price",
      priceOf("openai", "gpt-5-nano", usage(10, 1, { cacheCreationTokens: 5 })),
    ],
  ])("knows no figure for %s", (_, cost) => {
    expect(cost).toBeUndefined();
  });

  it("prefers the user's price", () => {
    const price = { input: 10, output: 20 };
    expect(priceOf("local", "mine", usage(1_000_000, 0, { cacheReadTokens: 9 }), price)).toBeCloseTo(10);
  });
});

describe("pricedLlm", () => {
  const llmWith = (spent: Usage): LlmPort => ({
    capabilities: { systemPrompt: true, structuredOutput: true },
    async generate({ observer }) {
      observer?.finished?.({ usage: spent, model: "claude-opus-5", durationMs: 1 });
      const message = assistantMessage("x");
      return {
        text: "x",
        message,
        usage: spent,
        usageKnown: true,
        model: "claude-opus-5",
        finishReason: "stop",
      };
    },
    async [Symbol.asyncDispose]() {},
  });
  const pricing = { provider: "anthropic", modelName: "claude-opus-5" };

  it("adds the cost to reply and observer", async () => {
    const seen: Usage[] = [];
    const llm = pricedLlm(llmWith(usage(1_000_000, 0)), pricing);
    const reply = await llm.generate({
      messages: [],
      observer: { finished: (call) => seen.push(call.usage) },
    });
    expect(reply.usage.costUsd).toBeCloseTo(5);
    expect(seen[0]?.costUsd).toBeCloseTo(5);
  });

  it("keeps the provider's own figure", async () => {
    const llm = pricedLlm(llmWith(usage(1_000_000, 0, { costUsd: 0.5 })), pricing);
    expect((await llm.generate({ messages: [] })).usage.costUsd).toBe(0.5);
  });

  it("leaves capabilities and tools alone", async () => {
    const asked: unknown[] = [];
    const live = llmWith(usage(1, 1));
    const watched: LlmPort = {
      ...live,
      capabilities: { ...live.capabilities, tools: true },
      generate: (request) => {
        asked.push(request.tools);
        return live.generate(request);
      },
    };
    const llm = pricedLlm(watched, pricing);
    const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }];
    await llm.generate({ messages: [], tools, observer: {} });
    expect(llm.capabilities.tools).toBe(true);
    expect(asked).toEqual([tools]);
  });
});
