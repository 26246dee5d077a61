import { describe, expect, it } from "vitest";
import type { AgentReply, AgentRequest, Tool } from "../../ports/index.ts";
import { type Block, finalMessage, systemMessage, userMessage } from "../../trace/index.ts";
import { lookupCall, lookupTool, untilAborted } from "./lookup-tool.ts";
import type { AgentTurn, ScriptedAgent, StartAgent } from "./scripted-agent.ts";

/** One agent runtime under test. */
export interface AgentContractSubject {
  readonly name: string;
  readonly start: StartAgent;
  /** False where the vendor's interface never shows thinking. Default true. */
  readonly thinking?: boolean;
  /** False for a runtime that runs the calls of one reply one after another. Default true. */
  readonly concurrent?: boolean;
  /**
   * Wall-clock limit in which the runtime surely starts and makes two model calls, in milliseconds, for agents whose
   * time really passes. Default 2000.
   */
  readonly timeLimitMs?: number;
}

const conversation = [systemMessage("Be brief."), userMessage("What does venetoclax bind?")];
const answer: AgentTurn = { text: "It binds BCL2." };

const run = (
  { agent, request: needed = {} }: ScriptedAgent,
  tools: readonly Tool[],
  more: Partial<AgentRequest> = {},
): Promise<AgentReply> =>
  agent.run({ messages: conversation, tools, maxTurns: 8, timeoutMs: 30_000, ...needed, ...more });

const blocksOf = <T extends Block["type"]>(reply: AgentReply, type: T) =>
  reply.messages
    .flatMap((message) => message.content)
    .filter((block): block is Extract<Block, { readonly type: T }> => block.type === type);
const rolesOf = (reply: AgentReply) => reply.messages.map(({ role }) => role);

/** What every agent with live tools does, whatever runs its loop. */
export function describeAgent(subject: AgentContractSubject): void {
  describe(`${subject.name}: agent`, () => {
    describeAnswers(subject);
    describeLimits(subject);
    describeEnds(subject);
  });
}

function describeAnswers({ start, thinking = true, concurrent = true }: AgentContractSubject): void {
  it("answers in one turn where it needs no tool", async () => {
    await using scripted = await start([answer]);
    const reply = await run(scripted, []);
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "It binds BCL2." });
    expect(reply).toMatchObject({ turns: 1, limitReached: false, timeoutReached: false, usageKnown: true });
    expect(scripted.asked[0]).toContain("Be brief.");
    expect(scripted.asked[0]).toContain("What does venetoclax bind?");
  });

  it("runs a tool, reads its output and answers", async () => {
    const tool = lookupTool();
    await using scripted = await start([
      { text: "Let me look.", calls: [lookupCall("c1", "venetoclax")], tokens: { input: 10, output: 5 } },
      { ...answer, tokens: { input: 20, output: 7 } },
    ]);
    const reply = await run(scripted, [tool]);
    expect(tool.inputs).toEqual([{ query: "venetoclax" }]);
    expect(rolesOf(reply)).toEqual(["assistant", "tool", "assistant"]);
    const [call] = blocksOf(reply, "tool_use");
    const [result] = blocksOf(reply, "tool_result");
    expect(call).toMatchObject({ name: "lookup", input: { query: "venetoclax" } });
    expect(result).toEqual({
      type: "tool_result",
      toolUseId: call?.id,
      content: "venetoclax binds BCL2",
      isError: false,
    });
    expect(blocksOf(reply, "text").map(({ text }) => text)).toEqual(["Let me look.", "It binds BCL2."]);
    expect(reply).toMatchObject({ turns: 2, limitReached: false, timeoutReached: false, usageKnown: true });
    expect(reply.usage).toMatchObject({ inputTokens: 30, outputTokens: 12, totalTokens: 42 });
    expect(reply.model).not.toBe("");
    expect(scripted.asked[0]).toContain("Looks a drug up.");
    expect(scripted.asked[1]).toContain("venetoclax binds BCL2");
  });

  it("runs all calls of one reply and keeps each with its result", async () => {
    const { promise: bothRunning, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const tool = lookupTool(async (query) => {
      running += 1;
      if (running === 2) resolve();
      if (concurrent) await bothRunning;
      return { text: `about ${query}`, isError: false };
    });
    await using scripted = await start([
      { calls: [lookupCall("c1", "venetoclax"), lookupCall("c2", "imatinib")] },
      answer,
    ]);
    const reply = await run(scripted, [tool]);
    const results = new Map(
      blocksOf(reply, "tool_result").map(({ toolUseId, content }) => [toolUseId, content]),
    );
    const pairs = blocksOf(reply, "tool_use").map(({ id, input }) => [input.query, results.get(id)]);
    expect(pairs).toEqual([
      ["venetoclax", "about venetoclax"],
      ["imatinib", "about imatinib"],
    ]);
    expect(scripted.asked[1]).toContain("about imatinib");
    expect(reply.turns).toBe(2);
  });

  it.each<[string, () => Promise<{ text: string; isError: boolean }>]>([
    ["reports an error", async () => ({ text: "the index is broken", isError: true })],
    ["throws", () => Promise.reject(new Error("the index is broken"))],
  ])("goes on after a tool that %s", async (_, broken) => {
    await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
    const reply = await run(scripted, [lookupTool(broken)]);
    const [result] = blocksOf(reply, "tool_result");
    expect(result?.isError).toBe(true);
    expect(result?.content).toContain("the index is broken");
    expect(scripted.asked[1]).toContain("the index is broken");
    expect(finalMessage(reply.messages)).toMatchObject({ ok: true });
  });

  it.runIf(thinking)("keeps thinking in the message it belongs to", async () => {
    await using scripted = await start([
      { thinking: "Better look.", calls: [lookupCall("c1", "venetoclax")] },
      answer,
    ]);
    const reply = await run(scripted, [lookupTool()]);
    expect(reply.messages[0]?.content[0]).toMatchObject({ type: "thinking", thinking: "Better look." });
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "It binds BCL2." });
  });

  it("tells its observer about every model call", async () => {
    await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
    const events: string[] = [];
    const observer = { started: () => events.push("started"), finished: () => events.push("finished") };
    await run(scripted, [lookupTool()], { observer });
    expect(events).toEqual(["started", "finished", "started", "finished"]);
  });
}

function describeLimits({ start, timeLimitMs = 2000 }: AgentContractSubject): void {
  it("flags the turn limit when the last allowed turn still asks for a tool, and keeps the messages", async () => {
    await using scripted = await start([{ text: "Looking on.", calls: [lookupCall("c1", "venetoclax")] }]);
    const reply = await run(scripted, [lookupTool()], { maxTurns: 2 });
    expect(reply).toMatchObject({ turns: 2, limitReached: true, timeoutReached: false });
    expect(rolesOf(reply).slice(0, 3)).toEqual(["assistant", "tool", "assistant"]);
    expect(scripted.asked).toHaveLength(2);
  });

  it("does not flag an answer in the last allowed turn, nor one that speaks of limits", async () => {
    await using scripted = await start([
      { calls: [lookupCall("c1", "venetoclax")] },
      { text: "The recursion limit and max_turns were reached." },
    ]);
    const reply = await run(scripted, [lookupTool()], { maxTurns: 2 });
    expect(reply).toMatchObject({ turns: 2, limitReached: false, timeoutReached: false });
  });

  it.each(["length", "refusal"] as const)("tells that its last word ended by %s", async (finish) => {
    await using scripted = await start([{ text: "It binds BC", finish }]);
    const reply = await run(scripted, [lookupTool()], { maxTurns: 1 });
    expect(reply).toMatchObject({ finishReason: finish, limitReached: false, timeoutReached: false });
  });

  it("keeps what there was when its time is up", async () => {
    const turns: readonly AgentTurn[] = [{ calls: [lookupCall("c1", "venetoclax")] }, { hang: true }];
    await using scripted = await start(turns, { onAsked: (index) => index === 1 && scripted.expire?.() });
    const reply = await run(scripted, [lookupTool()], { timeoutMs: timeLimitMs });
    expect(reply).toMatchObject({ turns: 1, limitReached: false, timeoutReached: true });
    expect(blocksOf(reply, "tool_result").map(({ content }) => content)).toEqual(["venetoclax binds BCL2"]);
  });

  it("stops a tool when its time is up", async () => {
    await using scripted = await start([{ text: "Looking.", calls: [lookupCall("c1", "venetoclax")] }]);
    const tool = lookupTool((_, signal) => {
      scripted.expire?.();
      return untilAborted(signal);
    });
    const reply = await run(scripted, [tool], { timeoutMs: timeLimitMs });
    expect(reply).toMatchObject({ turns: 1, timeoutReached: true });
    expect(blocksOf(reply, "text").map(({ text }) => text)).toEqual(["Looking."]);
  });

  it("has no messages when its time was up before anything came", async () => {
    await using scripted = await start([{ hang: true }], { onAsked: () => scripted.expire?.() });
    const reply = await run(scripted, [lookupTool()], { timeoutMs: timeLimitMs });
    expect(reply).toMatchObject({ messages: [], turns: 0, limitReached: false, timeoutReached: true });
  });
}

function describeEnds({ start }: AgentContractSubject): void {
  it("stops when the caller cancels while a tool runs", async () => {
    const controller = new AbortController();
    const tool = lookupTool((_, signal) => {
      controller.abort();
      return untilAborted(signal);
    });
    await using scripted = await start([{ calls: [lookupCall("c1", "venetoclax")] }, answer]);
    const cancelled = run(scripted, [tool], { signal: controller.signal });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  });

  it("stops when the caller cancels while the model thinks, and before it begins", async () => {
    const controller = new AbortController();
    await using scripted = await start([{ hang: true }], { onAsked: () => controller.abort() });
    const { signal } = controller;
    await expect(run(scripted, [lookupTool()], { signal })).rejects.toMatchObject({ code: "cancelled" });
    await expect(run(scripted, [lookupTool()], { signal })).rejects.toMatchObject({ code: "cancelled" });
    expect(scripted.asked).toHaveLength(1);
  });

  it.each([
    [401, "permanent"],
    [429, "rate_limit"],
    [500, "server_error"],
  ] as const)("calls status %i %s", async (status, category) => {
    await using scripted = await start([{ status }]);
    const failed = run(scripted, [lookupTool()]);
    await expect(failed).rejects.toMatchObject({ code: "transport", category });
    expect(scripted.asked).toHaveLength(1);
  });

  it.each([
    [{ status: 401 }, /^permanent$/],
    [{ status: 500 }, /^server_error$/],
    [{ dies: true }, /^(connection|server_error)$/],
  ] as const)("keeps its work when the server is lost after the second turn: %j", async (end, category) => {
    const calls = (id: string, text: string) => ({ text, calls: [lookupCall(id, "venetoclax")] });
    await using scripted = await start([calls("c1", "First."), calls("c2", "Second."), end]);
    const reply = await run(scripted, [lookupTool()]);
    expect(reply).toMatchObject({ turns: 2, limitReached: false, timeoutReached: false });
    expect(reply.error).toMatchObject({ code: "transport", category: expect.stringMatching(category) });
    expect(blocksOf(reply, "text").map(({ text }) => text)).toEqual(["First.", "Second."]);
    expect(blocksOf(reply, "tool_result")).toHaveLength(2);
    expect(reply.usageKnown && reply.usage.totalTokens).toBeGreaterThan(0);
    expect(scripted.asked).toHaveLength(3);
  });
}
