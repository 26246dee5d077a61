import { describe, expect, it } from "vitest";
import type { LlmPort, LlmRequest } from "../ports/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import { createLimiter, limitedLlm } from "./limiter.ts";
import { retryingLlm } from "./retry.ts";
import { RetryPolicy } from "./retry-policy.ts";

describe("createLimiter", () => {
  it("runs no more than its permits at once, in order", async () => {
    const limiter = createLimiter(2);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (id: number) => async () => {
      order.push(id);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    };
    await Promise.all([1, 2, 3, 4, 5].map((id) => limiter.run(work(id))));
    expect(most).toBe(2);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it("gives the permit back after a failure", async () => {
    const limiter = createLimiter(1);
    await expect(limiter.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await limiter.run(async () => 1)).toBe(1);
  });

  it("lets a waiting call be cancelled without losing a permit", async () => {
    const limiter = createLimiter(1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = limiter.run(() => promise);
    const controller = new AbortController();
    const second = limiter.run(async () => undefined, controller.signal);
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: "cancelled" });
    resolve();
    await first;
    expect(await limiter.run(async () => "third")).toBe("third");
  });

  it("refuses a limit that is no whole number", () => {
    expect(() => createLimiter(0)).toThrow("whole number");
  });
});

it("limits and retries leave a model's capabilities and its tools alone", async () => {
  const requests: LlmRequest[] = [];
  const llm: LlmPort = {
    capabilities: { systemPrompt: true, structuredOutput: false, tools: true },
    async generate(request) {
      requests.push(request);
      const message = assistantMessage("x");
      return { text: "x", message, usage: noUsage, usageKnown: false, model: "m", finishReason: "stop" };
    },
    async [Symbol.asyncDispose]() {},
  };
  const clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
  const limited = limitedLlm(llm, createLimiter(1));
  const layered = retryingLlm(limited, { policy: RetryPolicy.parse({}), clock, random: () => 0 });
  const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }];
  await layered.generate({ messages: [], tools });
  expect(layered.capabilities).toEqual(llm.capabilities);
  expect(requests[0]?.tools).toEqual(tools);
});
