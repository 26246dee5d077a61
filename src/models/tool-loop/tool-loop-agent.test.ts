import { describe, expect, it } from "vitest";
import { TransportError } from "../../base/index.ts";
import type { AgentReply, AgentRequest, LlmReply, Tool } from "../../ports/index.ts";
import { RetryPolicy, retryingLlm } from "../../run/index.ts";
import { type Block, userMessage } from "../../trace/index.ts";
import { lookupCall, lookupTool, rejectWhenAborted } from "../contract/lookup-tool.ts";
import { stoppedClock } from "../contract/scripted-agent.ts";
import { replyOf, sayingOf, scriptedLlm } from "../contract/scripted-llm.ts";
import { toolLoopAgent } from "./tool-loop-agent.ts";

const lookups = (...queries: readonly string[]): LlmReply =>
  replyOf(queries.map((query): Block => ({ type: "tool_use", ...lookupCall(`c-${query}`, query) })));
const requestWith = (tools: readonly Tool[], more: Partial<AgentRequest> = {}): AgentRequest => ({
  ...{ messages: [userMessage("q")], tools, maxTurns: 100, timeoutMs: 60_000 },
  ...more,
});
const resultsOf = ({ messages }: AgentReply) =>
  messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "tool_result" ? [[block.content, block.isError]] : [])),
  );

describe("toolLoopAgent", () => {
  it("is a tool loop unless told otherwise", () => {
    expect(toolLoopAgent(scriptedLlm([]))).toMatchObject({ tier: "tool_loop" });
    expect(toolLoopAgent(scriptedLlm([])).commands).toBeUndefined();
    const deep = toolLoopAgent(scriptedLlm([]), { tier: "deep_agent", commands: "sandboxed" });
    expect(deep).toMatchObject({ tier: "deep_agent", commands: "sandboxed" });
  });

  it("asks with the whole conversation so far, and sums up 50 turns", async () => {
    const steps = Array.from({ length: 49 }, (_, turn) => lookups(String(turn)));
    const llm = scriptedLlm([...steps, sayingOf("done")]);
    const tool = lookupTool();
    const reply = await toolLoopAgent(llm).run(requestWith([tool]));
    expect(reply).toMatchObject({
      turns: 50,
      usage: { totalTokens: 100 },
      limitReached: false,
      model: "scripted",
    });
    expect(reply.messages).toHaveLength(99);
    expect(llm.requests.map(({ messages }) => messages.length)).toEqual(
      steps.map((_, turn) => 1 + 2 * turn).concat(99),
    );
    expect(llm.requests[49]?.messages).toEqual([userMessage("q"), ...reply.messages.slice(0, -1)]);
    expect(llm.requests[0]?.tools).toEqual([
      { name: "lookup", description: tool.description, inputSchema: tool.inputSchema },
    ]);
  });

  it("does not know its usage when one reply had none, and names the first reply's model", async () => {
    const llm = scriptedLlm([{ ...lookups("a"), usageKnown: false, model: "first" }, sayingOf("done")]);
    const reply = await toolLoopAgent(llm).run(requestWith([lookupTool()]));
    expect(reply).toMatchObject({ usageKnown: false, model: "first" });
  });

  it("makes one plain call without tools, whatever the reply asks for", async () => {
    const llm = scriptedLlm([lookups("a")]);
    const reply = await toolLoopAgent(llm).run(requestWith([], { maxTurns: 1 }));
    expect(reply).toMatchObject({ turns: 1, limitReached: false });
    expect(llm.requests[0]?.tools).toBeUndefined();
  });

  it.each<[string, LlmReply]>([
    ["a refusal", { ...lookups("a"), finishReason: "refusal" }],
    ["a reply that was cut off and asks for nothing", { ...sayingOf("half of"), finishReason: "length" }],
    ["an empty reply", replyOf([])],
  ])("ends with %s", async (_, last) => {
    const tool = lookupTool();
    const reply = await toolLoopAgent(scriptedLlm([last])).run(requestWith([tool], { maxTurns: 1 }));
    expect(reply).toMatchObject({ messages: [last.message], turns: 1, limitReached: false });
    expect(tool.inputs).toEqual([]);
  });

  it("keeps results in the order of the calls, whichever is done first", async () => {
    const { promise: second, resolve } = Promise.withResolvers<void>();
    const tool = lookupTool(async (query) => {
      if (query === "slow") await second;
      else resolve();
      return { text: query, isError: false };
    });
    const llm = scriptedLlm([lookups("slow", "fast"), sayingOf("done")]);
    const reply = await toolLoopAgent(llm).run(requestWith([tool]));
    expect(resultsOf(reply)).toEqual([
      ["slow", false],
      ["fast", false],
    ]);
  });

  it("makes no more tool calls than allowed, and says so", async () => {
    const tool = lookupTool();
    const llm = scriptedLlm([lookups("a", "b"), lookups("c", "d"), sayingOf("done")]);
    const reply = await toolLoopAgent(llm, { toolCallLimit: 3 }).run(requestWith([tool]));
    expect(tool.inputs).toEqual([{ query: "a" }, { query: "b" }, { query: "c" }]);
    expect(resultsOf(reply).at(-1)).toEqual([expect.stringContaining("limit of 3 tool calls"), true]);
    expect(reply.limitReached).toBe(false);
  });

  it("keeps the results of finished calls when its time is up, also beside a tool that does not stop", async () => {
    const clock = stoppedClock();
    const { promise: never } = Promise.withResolvers<never>();
    const tool = lookupTool(async (query, signal) => {
      if (query === "fast") return { text: "fast", isError: false };
      clock.expire();
      if (query === "deaf")
        signal.addEventListener("abort", () => setImmediate(clock.expire), { once: true });
      return query === "deaf" ? await never : await rejectWhenAborted(signal);
    });
    for (const stuck of ["deaf", "listening"]) {
      const agent = toolLoopAgent(scriptedLlm([lookups("fast", stuck)]), { clock });
      const reply = await agent.run(requestWith([tool]));
      expect(reply).toMatchObject({ turns: 1, timeoutReached: true });
      expect(resultsOf(reply)).toEqual([["fast", false]]);
    }
  });

  it("leaves a model that does not listen to its signal behind", async () => {
    const clock = stoppedClock();
    const { promise: never } = Promise.withResolvers<never>();
    const llm = scriptedLlm([
      () => {
        queueMicrotask(clock.expire);
        return never;
      },
    ]);
    const reply = await toolLoopAgent(llm, { clock }).run(requestWith([]));
    expect(reply).toMatchObject({ messages: [], turns: 0, timeoutReached: true, usageKnown: false });
  });

  it("takes a timeout of one call for a failure, one at the end of its own time for the end", async () => {
    const late = new TransportError("timeout", "no reply within 1 s");
    const agent = toolLoopAgent(scriptedLlm([lookups("a"), late]), { requestTimeoutMs: 1000 });
    expect((await agent.run(requestWith([lookupTool()]))).error).toBe(late);
    const clock = stoppedClock();
    const llm = scriptedLlm([
      lookups("a"),
      async ({ signal }) => {
        clock.expire();
        if (signal !== undefined) await rejectWhenAborted(signal).catch(() => undefined);
        throw late;
      },
    ]);
    const reply = await toolLoopAgent(llm, { clock }).run(requestWith([lookupTool()]));
    expect(reply).toMatchObject({ turns: 1, timeoutReached: true });
  });

  it("bounds attempts by its own option only", async () => {
    const llm = scriptedLlm([sayingOf("x"), sayingOf("x")]);
    await toolLoopAgent(llm, { requestTimeoutMs: 5000 }).run(requestWith([]));
    await toolLoopAgent(llm).run(requestWith([]));
    expect(llm.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([5000, undefined]);
  });

  it("repeats a failed model call, never a tool", async () => {
    const broken = new TransportError("connection", "broke off");
    const llm = scriptedLlm([lookups("a"), broken, sayingOf("done")]);
    const clock = { ...stoppedClock(), sleep: async () => undefined };
    const retrying = retryingLlm(llm, { policy: RetryPolicy.parse({}), clock, random: () => 0 });
    const tool = lookupTool();
    const reply = await toolLoopAgent(retrying).run(requestWith([tool]));
    expect(reply).toMatchObject({ turns: 2, timeoutReached: false });
    expect(tool.inputs).toHaveLength(1);
  });

  it("refuses what cannot be run, before any call", async () => {
    const refused = expect.objectContaining({ code: "configuration" });
    const llm = scriptedLlm([]);
    const toolless = { ...llm, capabilities: { systemPrompt: true, structuredOutput: true } };
    await expect(toolLoopAgent(toolless).run(requestWith([lookupTool()]))).rejects.toEqual(refused);
    await expect(toolLoopAgent(llm).run(requestWith([lookupTool(), lookupTool()]))).rejects.toEqual(refused);
    await expect(toolLoopAgent(llm).run(requestWith([], { maxTurns: 0 }))).rejects.toEqual(refused);
    await expect(toolLoopAgent(llm, { toolCallLimit: 1.5 }).run(requestWith([]))).rejects.toEqual(refused);
    expect(llm.requests).toEqual([]);
  });

  it("closes its model", async () => {
    let closed = 0;
    const close = async () => {
      closed += 1;
    };
    const llm = { ...scriptedLlm([]), [Symbol.asyncDispose]: close };
    await toolLoopAgent(llm)[Symbol.asyncDispose]();
    expect(closed).toBe(1);
  });
});
