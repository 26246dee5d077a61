import { describe, expect, it } from "vitest";
import type { Usage } from "../../trace/index.ts";
import { priceOf } from "./price-of.ts";

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
    ["a usage without tokens", priceOf("openai", "gpt-5-nano", usage(0, 0, { totalTokens: 500 }))],
  ])("knows no figure for %s", (_, cost) => {
    expect(cost).toBeUndefined();
  });

  it("charges nothing where nothing is paid, whatever was counted", () => {
    expect(priceOf("local", "mine", usage(0, 0), { input: 0, output: 0 })).toBe(0);
  });

  it("prefers the user's price", () => {
    const price = { input: 10, output: 20 };
    expect(priceOf("local", "mine", usage(1_000_000, 0, { cacheReadTokens: 9 }), price)).toBeCloseTo(10);
  });
});
