import { expect, it } from "vitest";
import { firstCases, isThorough } from "../../base/testing/property-runs.ts";
import type { LlmRequest } from "../../ports/index.ts";
import { assistantMessage, systemMessage, userMessage } from "../../trace/index.ts";
import type { AgentTurn } from "../contract/scripted-agent.ts";
import { createClaudeAgentSdkLlm } from "./claude-llm.ts";
import { describeClaudeProgram } from "./testing/claude-program.ts";
import { scriptedKey, startScriptedServer } from "./testing/scripted-claude.ts";

const modelName = "claude-haiku-4-5";
const conversation = [systemMessage("Be brief."), userMessage("What does venetoclax bind?")];
const responseSchema = {
  name: "answer",
  schema: { type: "object", properties: { target: { type: "string" } }, required: ["target"] },
} as const;
const written = (input: { readonly [key: string]: string }): AgentTurn => ({
  calls: [{ id: "s1", name: "StructuredOutput", input }],
});

async function ask(turns: readonly AgentTurn[], more: Partial<LlmRequest> = {}) {
  await using server = await startScriptedServer(turns);
  await using llm = createClaudeAgentSdkLlm({ modelName, apiKey: scriptedKey, baseUrl: server.url });
  const reply = await llm.generate({ messages: conversation, ...more });
  return { reply, bodies: server.requests.map(({ body }) => body) };
}

describeClaudeProgram("createClaudeAgentSdkLlm", () => {
  it("answers a question without tools", async () => {
    const events: string[] = [];
    const observer = { started: () => events.push("started"), finished: () => events.push("finished") };
    const { reply, bodies } = await ask([{ text: "BCL2", thinking: "hm" }], { observer });
    expect(reply).toMatchObject({
      ...{ text: "BCL2", finishReason: "stop", usageKnown: true, model: "served-model" },
      usage: { inputTokens: 7, outputTokens: 3, totalTokens: 10 },
    });
    expect(reply.message.content).toMatchObject([
      { type: "thinking", thinking: "hm", signature: "signed" },
      { type: "text", text: "BCL2" },
    ]);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.tools ?? []).toEqual([]);
    expect(JSON.stringify(bodies[0]?.system)).toContain("Be brief.");
    expect(events).toEqual(["started", "finished"]);
  });

  it("has JSON written to the request's schema", async () => {
    const { reply, bodies } = await ask([written({ target: "BCL2" })], { responseSchema });
    expect(JSON.parse(reply.text)).toEqual({ target: "BCL2" });
    expect(reply).toMatchObject({ finishReason: "stop", message: { content: [{ type: "text" }] } });
    expect(JSON.stringify(bodies[0]?.tools)).toContain('"target"');
  });

  it.runIf(isThorough)(
    "lets JSON be mended once, and hands over as it came what still does not fit",
    async () => {
      const mended = await ask([written({ tagret: "BCL2" }), written({ target: "BCL2" })], {
        responseSchema,
      });
      expect(JSON.parse(mended.reply.text)).toEqual({ target: "BCL2" });
      const misfit = await ask([written({ tagret: "BCL2" })], { responseSchema });
      expect(JSON.parse(misfit.reply.text)).toEqual({ tagret: "BCL2" });
      expect(misfit.bodies).toHaveLength(2);
    },
  );

  it.runIf(isThorough)("takes JSON that comes as text", async () => {
    const { reply } = await ask([{ text: '{"target":"BCL2"}' }, written({ target: "BCL2" })], {
      responseSchema,
    });
    expect(JSON.parse(reply.text)).toEqual({ target: "BCL2" });
  });

  it.each(firstCases(1, ["length", "refusal"]))(
    "reports the reason %s, and nothing the program says of it",
    async (finish) => {
      const { reply } = await ask([{ text: "BC", finish }]);
      expect(reply.finishReason).toBe(finish);
      expect(reply.text).toMatch(/^(BC)+$/);
    },
  );

  it.runIf(isThorough)("writes an earlier conversation down", async () => {
    const messages = [userMessage("One?"), assistantMessage("Two."), userMessage("Three?")];
    const { bodies } = await ask([{ text: "x" }], { messages });
    const sent = JSON.stringify(bodies[0]?.messages);
    expect(sent).toMatch(/One\?.*Two\..*Three\?/);
  });

  const statuses = firstCases(1, [
    [429, "rate_limit"],
    [401, "permanent"],
    [529, "server_error"],
  ]);
  it.each(statuses)("calls status %i %s", async (status, category) => {
    const error = await ask([{ status }]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "transport", category, status });
    expect(String(error)).not.toContain(scriptedKey);
  });

  it("ends a call at its time limit, and when the caller cancels", async () => {
    await expect(ask([{ hang: true }], { timeoutMs: 100 })).rejects.toMatchObject({ category: "timeout" });
    const controller = new AbortController();
    await using server = await startScriptedServer([{ hang: true }], () => controller.abort());
    await using llm = createClaudeAgentSdkLlm({ modelName, apiKey: scriptedKey, baseUrl: server.url });
    const { signal } = controller;
    for (let time = 0; time < 2; time += 1) {
      const call = llm.generate({ messages: conversation, signal });
      await expect(call).rejects.toMatchObject({ code: "cancelled" });
    }
    expect(server.requests).toHaveLength(1);
  });

  it("refuses tools, and says so in its capabilities", async () => {
    await using llm = createClaudeAgentSdkLlm({ modelName, apiKey: scriptedKey });
    expect(llm.capabilities).toEqual({ systemPrompt: true, structuredOutput: true, tools: false });
    const tools = [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }];
    const call = llm.generate({ messages: conversation, tools });
    await expect(call).rejects.toMatchObject({ code: "configuration" });
  });
});
