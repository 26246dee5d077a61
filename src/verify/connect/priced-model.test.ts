import { describe, expect, it } from "vitest";
import type { LlmPort } from "../../ports/index.ts";
import { assistantMessage, type Usage } from "../../trace/index.ts";
import { pricedLlm } from "./priced-model.ts";

const usage = (inputTokens: number, outputTokens: number): Usage => ({
  ...{ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
});
const price = ({ inputTokens }: Usage) => (inputTokens * 5) / 1_000_000;

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

  it("adds the cost to reply and observer", async () => {
    const seen: Usage[] = [];
    const llm = pricedLlm(llmWith(usage(1_000_000, 0)), price);
    const reply = await llm.generate({
      messages: [],
      observer: { finished: (call) => seen.push(call.usage) },
    });
    expect(reply.usage.costUsd).toBeCloseTo(5);
    expect(seen[0]?.costUsd).toBeCloseTo(5);
  });

  it("keeps the provider's own figure", async () => {
    const llm = pricedLlm(llmWith({ ...usage(1_000_000, 0), costUsd: 0.5 }), price);
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
    const llm = pricedLlm(watched, price);
    const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }];
    await llm.generate({ messages: [], tools, observer: {} });
    expect(llm.capabilities.tools).toBe(true);
    expect(asked).toEqual([tools]);
  });
});
