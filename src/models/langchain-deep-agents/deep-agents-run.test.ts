import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { AgentRequest } from "../../ports/index.ts";
import { finalMessage, systemMessage, userMessage } from "../../trace/index.ts";
import { lookupCall, lookupTool } from "../contract/lookup-tool.ts";
import { type AgentTurn, agentOnWire, type ScriptedAgent } from "../contract/scripted-agent.ts";
import { anthropicWire, openAiWire, startModelServer } from "../testing/index.ts";
import { createDeepAgentsAgent } from "./deep-agents-agent.ts";

const apiKey = "vendor-secret-key-0001";
const vendors = {
  openai: { modelName: "gpt-4.1-mini", wire: openAiWire },
  anthropic: { modelName: "claude-haiku-4-5", wire: anthropicWire },
};
const startOn = (provider: keyof typeof vendors, turns: readonly AgentTurn[]): Promise<ScriptedAgent> =>
  agentOnWire(vendors[provider].wire, (baseUrl, clock) =>
    createDeepAgentsAgent({ provider, modelName: vendors[provider].modelName, apiKey, baseUrl, clock }),
  )(turns);
const start = (turns: readonly AgentTurn[]) => startOn("openai", turns);

let workspacePath = "";
beforeAll(async () => {
  workspacePath = await mkdtemp(join(tmpdir(), "karenina-deep-"));
});
afterAll(() => rm(workspacePath, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

const run = ({ agent }: ScriptedAgent, more: Partial<AgentRequest> = {}) =>
  agent.run({
    ...{ messages: [userMessage("What does venetoclax bind?")], tools: [lookupTool()] },
    ...{ maxTurns: 8, timeoutMs: 20_000, workspacePath },
    ...more,
  });
const delegate = (id: string) => ({
  id,
  name: "task",
  input: { description: "Look it up.", subagent_type: "general-purpose" },
});

describe("sub-agents of a deep agent", () => {
  const turns: readonly AgentTurn[] = [
    { calls: [delegate("t1")] },
    { text: "Looking.", calls: [lookupCall("c1", "venetoclax")] },
    { text: "BCL2, says the sub-agent." },
    { text: "It binds BCL2." },
  ];

  it("use the same tools; their calls count, their talk is not in the trace", async () => {
    await using scripted = await start(turns);
    const tool = lookupTool();
    const observed: string[] = [];
    const observer = { started: () => observed.push("started"), finished: () => observed.push("finished") };
    const reply = await run(scripted, { tools: [tool], observer });
    expect(tool.inputs).toEqual([{ query: "venetoclax" }]);
    expect(reply).toMatchObject({ turns: 4, limitReached: false, usage: { totalTokens: 40 } });
    expect(observed).toHaveLength(8);
    expect(JSON.stringify(reply.messages)).not.toContain("Looking.");
    expect(reply.messages[1]).toMatchObject({
      role: "tool",
      content: [{ toolUseId: "t1", content: "BCL2, says the sub-agent.", isError: false }],
    });
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "It binds BCL2." });
  });

  it.each([1, 2, 3])("end with the run at the limit of %i turns", async (maxTurns) => {
    await using scripted = await start(turns);
    const reply = await run(scripted, { maxTurns });
    expect(reply).toMatchObject({ turns: maxTurns, limitReached: true });
    expect(scripted.asked).toHaveLength(maxTurns);
    expect(reply.messages[0]).toMatchObject({
      role: "assistant",
      content: [{ type: "tool_use", name: "task" }],
    });
  });

  it("take the run with them when their model fails", async () => {
    await using scripted = await start([{ calls: [delegate("t1")] }, { status: 503 }]);
    const reply = await run(scripted);
    expect(reply.error).toMatchObject({ category: "server_error", status: 503 });
    expect(reply.messages).toMatchObject([{ role: "assistant", content: [{ type: "tool_use" }] }]);
    expect(scripted.asked).toHaveLength(2);
  });
});

describe("a deep agent's run", () => {
  it("tells nobody but the model, whatever the environment says", async () => {
    await using elsewhere = await startModelServer([{ body: {} }]);
    for (const name of [
      "LANGSMITH_TRACING",
      "LANGSMITH_TRACING_V2",
      "LANGCHAIN_TRACING_V2",
      "LANGCHAIN_TRACING",
    ])
      vi.stubEnv(name, "true");
    for (const name of ["LANGSMITH_ENDPOINT", "LANGCHAIN_ENDPOINT", "LANGSMITH_GATEWAY"])
      vi.stubEnv(name, elsewhere.url);
    vi.stubEnv("LANGSMITH_API_KEY", "langsmith-key");
    await using scripted = await start([
      { calls: [delegate("t1")] },
      { calls: [lookupCall("c1", "venetoclax"), { id: "c2", name: "ls", input: { path: "/" } }] },
      { text: "BCL2" },
      { text: "BCL2" },
    ]);
    await run(scripted);
    const { awaitAllCallbacks } = await import("@langchain/core/callbacks/promises");
    await awaitAllCallbacks();
    expect(scripted.asked).toHaveLength(4);
    expect(elsewhere.requests).toEqual([]);
  });

  it("mends a call's arguments, or tells the model that they cannot be read", async () => {
    const broken = (id: string, input: string) => ({ id, name: "lookup", input });
    await using scripted = await start([
      { calls: [broken("c1", "{'query': 'venetoclax'}"), broken("c2", "look here")] },
      { text: "done" },
    ]);
    const reply = await run(scripted);
    expect(reply.messages[0]?.content).toEqual([
      { type: "tool_use", id: "c1", name: "lookup", input: { query: "venetoclax" } },
      { type: "tool_use", id: "c2", name: "lookup", input: {}, unreadableInput: "look here" },
    ]);
    expect(reply.messages[1]?.content).toMatchObject([
      { toolUseId: "c1", isError: false },
      { toolUseId: "c2", isError: true, content: expect.stringContaining("not a complete JSON object") },
    ]);
    expect(reply.turns).toBe(2);
  });

  it("goes on after arguments that do not fit and after a tool that does not exist", async () => {
    await using scripted = await start([
      { calls: [{ id: "c1", name: "lookup", input: {} }] },
      { calls: [{ id: "c2", name: "read_file", input: {} }] },
      { calls: [{ id: "c3", name: "fly", input: {} }] },
      { text: "done" },
    ]);
    const reply = await run(scripted);
    const results = reply.messages.filter(({ role }) => role === "tool").map(({ content }) => content[0]);
    expect(results).toMatchObject([{ isError: true }, { isError: true }, { isError: true }]);
    expect(JSON.stringify(results)).not.toContain("node_modules");
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "done" });
  });

  it.each(["openai", "anthropic"] as const)(
    "runs every call of a %s server that numbers them anew",
    async (provider) => {
      await using scripted = await startOn(provider, [
        { calls: [lookupCall("call_0", "venetoclax"), lookupCall("call_0", "imatinib")] },
        { calls: [lookupCall("call_0", "dasatinib")] },
        { text: "done" },
      ]);
      const tool = lookupTool();
      const reply = await run(scripted, { tools: [tool] });
      expect(tool.inputs.map(({ query }) => query).sort()).toEqual(["dasatinib", "imatinib", "venetoclax"]);
      expect(reply.messages).toHaveLength(5);
    },
  );

  it("goes on from an earlier conversation, which is no part of its trace", async () => {
    await using scripted = await start([{ text: "As said, BCL2." }]);
    const messages: AgentRequest["messages"] = [
      systemMessage("Be brief."),
      userMessage("What does venetoclax bind?"),
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "lookup", input: { query: "v" } }] },
      { role: "tool", content: [{ type: "tool_result", toolUseId: "c1", content: "BCL2!", isError: false }] },
      { role: "assistant", content: [{ type: "text", text: "BCL2." }] },
      userMessage("Sure?"),
    ];
    const reply = await run(scripted, { messages });
    expect(reply.messages).toEqual([
      { role: "assistant", content: [{ type: "text", text: "As said, BCL2." }] },
    ]);
    for (const text of ["Be brief.", "BCL2!", "Sure?"]) expect(scripted.asked[0]).toContain(text);
  });

  it("keeps the results of tools that were done when its time was up", async () => {
    const both: AgentTurn = { calls: [lookupCall("c1", "quick"), lookupCall("c2", "slow")] };
    await using scripted = await start([both]);
    let stopped = false;
    const tool = lookupTool(async (query, signal) => {
      if (query === "quick") return { text: "quick result", isError: false };
      setTimeout(() => scripted.expire?.(), 20);
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      await Promise.resolve();
      stopped = true;
      throw signal.reason;
    });
    const reply = await run(scripted, { tools: [tool] });
    expect(reply).toMatchObject({ turns: 1, timeoutReached: true });
    expect(stopped).toBe(true);
    expect(JSON.stringify(reply.messages)).toContain("quick result");
  });

  it("hides a key in what a broken tool says", async () => {
    await using scripted = await start([{ calls: [lookupCall("c1", "v")] }, { text: "x" }]);
    const tool = lookupTool(() => Promise.reject(new Error("Bearer abcdefgh12345678 was refused")));
    const reply = await run(scripted, { tools: [tool] });
    expect(JSON.stringify(reply.messages)).toContain("was refused");
    expect(JSON.stringify(reply.messages)).not.toContain("abcdefgh12345678");
  });

  it("needs a workspace that exists, and tools called unlike its own", async () => {
    await using scripted = await start([{ text: "x" }]);
    const { agent } = scripted;
    const request = { messages: [userMessage("Hi")], tools: [], maxTurns: 1, timeoutMs: 1000 };
    await expect(agent.run(request)).rejects.toMatchObject({ code: "configuration" });
    await expect(run(scripted, { workspacePath: "/no/such/folder" })).rejects.toMatchObject({
      code: "file_not_found",
    });
    const tools = [{ ...lookupTool(), name: "read_file" }];
    await expect(run(scripted, { tools })).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringContaining("read_file"),
    });
  });
});
