import { describe, expect, it } from "vitest";
import { type Clock, TransportError } from "../base/index.ts";
import type { AgentPort, AgentReply, AgentRequest } from "../ports/index.ts";
import { assistantMessage, noUsage, userMessage } from "../trace/index.ts";
import { retryingAgent } from "./retry.ts";
import { RetryPolicy } from "./retry-policy.ts";

const clock: Clock = { now: () => 0, monotonic: () => 0, sleep: async () => undefined };
const options = { policy: RetryPolicy.parse({}), clock, random: () => 0 };
const reply: AgentReply = {
  messages: [assistantMessage("done")],
  usage: noUsage,
  usageKnown: true,
  model: "m",
  turns: 1,
  limitReached: false,
  timeoutReached: false,
};

/** Fails in its first run after doing `before`. */
function failingAgent(before: (request: AgentRequest) => unknown) {
  let runs = 0;
  const agent: AgentPort = {
    tier: "deep_agent",
    commands: "sandboxed",
    async run(request) {
      runs += 1;
      if (runs > 1) return reply;
      await before(request);
      throw new TransportError("connection", "broke off");
    },
    async [Symbol.asyncDispose]() {},
  };
  return { agent, runs: () => runs };
}

const request: AgentRequest = {
  messages: [userMessage("q")],
  tools: [
    {
      name: "write",
      description: "Writes.",
      inputSchema: { type: "object" },
      call: async () => ({ text: "written", isError: false }),
    },
  ],
  maxTurns: 5,
  timeoutMs: 1000,
};

describe("retryingAgent", () => {
  it("begins again while nothing has happened, and says so", async () => {
    const { agent, runs } = failingAgent((asked) => asked.observer?.started?.());
    const retried: string[] = [];
    const observer = { retried: ({ category }: { category: string }) => retried.push(category) };
    expect(await retryingAgent(agent, options).run({ ...request, observer })).toEqual(reply);
    expect([runs(), retried]).toEqual([2, ["connection"]]);
  });

  it.each<[string, (asked: AgentRequest) => unknown]>([
    [
      "a model call came back",
      (asked) => asked.observer?.finished?.({ usage: noUsage, model: "m", durationMs: 1 }),
    ],
    ["a tool was called", (asked) => asked.tools[0]?.call({}, { signal: AbortSignal.timeout(1000) })],
  ])("never repeats a run in which %s", async (_, before) => {
    const { agent, runs } = failingAgent(before);
    await expect(retryingAgent(agent, options).run(request)).rejects.toMatchObject({
      category: "connection",
    });
    expect(runs()).toBe(1);
  });

  it("passes tier, commands, tools and observer through", async () => {
    const told: string[] = [];
    const texts: string[] = [];
    const { agent } = failingAgent(() => undefined);
    const watched: AgentPort = {
      ...agent,
      async run(asked) {
        asked.observer?.started?.();
        for (const tool of asked.tools)
          texts.push((await tool.call({}, { signal: AbortSignal.timeout(1000) })).text);
        return reply;
      },
    };
    const retrying = retryingAgent(watched, options);
    await retrying.run({ ...request, observer: { started: () => told.push("started") } });
    expect(retrying).toMatchObject({ tier: "deep_agent", commands: "sandboxed" });
    expect([told, texts]).toEqual([["started"], ["written"]]);
  });
});
