import { describe, expect, it } from "vitest";
import { type Clock, KareninaError, type TransportCategory, TransportError } from "../base/index.ts";
import type { LlmPort, LlmReply } from "../ports/index.ts";
import { assistantMessage, noUsage } from "../trace/index.ts";
import { retryingLlm } from "./retry.ts";
import { RetryPolicy } from "./retry-policy.ts";

const reply: LlmReply = {
  text: "ok",
  message: assistantMessage("ok"),
  usage: noUsage,
  usageKnown: false,
  model: "m",
  finishReason: "stop",
};

function fakeClock() {
  const sleeps: number[] = [];
  const clock: Clock = {
    now: () => 0,
    monotonic: () => 0,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
    },
  };
  return { clock, sleeps };
}

function failing(failures: readonly unknown[]) {
  const timeouts: (number | undefined)[] = [];
  const llm: LlmPort = {
    capabilities: { systemPrompt: true, structuredOutput: true },
    async generate(request) {
      const failure = failures[timeouts.length];
      timeouts.push(request.timeoutMs);
      if (failure !== undefined) throw failure;
      return reply;
    },
    async [Symbol.asyncDispose]() {},
  };
  return { llm, timeouts };
}

const failure = (category: TransportCategory, retryAfterMs?: number) =>
  new TransportError(category, `broke: ${category}`, { retryAfterMs, status: 500 });

const request = { messages: [] };
const random = () => 1;

describe("retryingLlm", () => {
  it("waits longer from retry to retry, up to the category's bound", async () => {
    const { clock, sleeps } = fakeClock();
    const { llm } = failing(Array.from({ length: 5 }, () => failure("rate_limit")));
    await retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random }).generate(request);
    expect(sleeps).toEqual([5000, 10_000, 20_000, 30_000, 30_000]);
  });

  it("gives each category its own budget", async () => {
    const { clock } = fakeClock();
    const mixed = [
      failure("server_error"),
      failure("connection"),
      failure("server_error"),
      failure("connection"),
    ];
    const { llm, timeouts } = failing(mixed);
    const result = await retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random }).generate(request);
    expect(result.text).toBe("ok");
    expect(timeouts).toHaveLength(5);
  });

  it("gives up when the budget is used, keeping category and status", async () => {
    const { clock } = fakeClock();
    const { llm, timeouts } = failing(Array.from({ length: 9 }, () => failure("server_error")));
    const error = await retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random })
      .generate(request)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      category: "server_error",
      status: 500,
      message: expect.stringContaining("after 2 retries"),
    });
    expect(timeouts).toHaveLength(3);
  });

  it.each([
    failure("permanent"),
    new KareninaError("cancelled", "stop"),
    new Error("connection 500 timeout"),
  ])("does not retry %s", async (thrown) => {
    const { clock, sleeps } = fakeClock();
    const { llm } = failing([thrown]);
    await expect(
      retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random }).generate(request),
    ).rejects.toBe(thrown);
    expect(sleeps).toEqual([]);
  });

  it("waits at least as long as the server asks", async () => {
    const { clock, sleeps } = fakeClock();
    const { llm } = failing([failure("rate_limit", 60_000)]);
    await retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random: () => 0 }).generate(request);
    expect(sleeps).toEqual([60_000]);
  });

  it("does not wait for a server that asks for more than five minutes", async () => {
    const { clock, sleeps } = fakeClock();
    const { llm } = failing([failure("rate_limit", 600_000)]);
    const retrying = retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random });
    await expect(retrying.generate(request)).rejects.toThrow("asks to wait 600 s");
    expect(sleeps).toEqual([]);
  });

  it("enlarges the time limit after each timeout only", async () => {
    const { clock } = fakeClock();
    const policy = RetryPolicy.parse({
      timeoutEscalation: { strategy: "additive", increment: 30, maxTimeout: 50 },
    });
    const { llm, timeouts } = failing([failure("timeout"), failure("connection"), failure("timeout")]);
    await retryingLlm(llm, { policy, clock, random, timeoutMs: 10_000 }).generate(request);
    expect(timeouts).toEqual([10_000, 40_000, 40_000, 50_000]);
  });

  it("tells the observer before it waits", async () => {
    const { clock } = fakeClock();
    const events: unknown[] = [];
    const { llm } = failing([failure("connection")]);
    await retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random }).generate({
      ...request,
      observer: { retried: (event) => events.push(event) },
    });
    expect(events).toEqual([{ category: "connection", delayMs: 1000, reason: "broke: connection" }]);
  });

  it("stops waiting when cancelled", async () => {
    const { clock } = fakeClock();
    const { llm, timeouts } = failing([failure("connection")]);
    const retrying = retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random });
    await expect(retrying.generate({ ...request, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "cancelled",
    });
    expect(timeouts).toHaveLength(1);
  });
});
