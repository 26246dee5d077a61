import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { TransportError } from "../../base/index.ts";
import type { CommandRunner, LlmPort, LlmReply, LlmRequest, Tool } from "../../ports/index.ts";
import {
  type Block,
  finalMessage,
  messageText,
  noUsage,
  systemMessage,
  userMessage,
} from "../../trace/index.ts";
import { createWorkspaceAgent } from "./create-workspace-agent.ts";
import { openTools } from "./testing/open-tools.ts";

const call = (name: string, input: Extract<Block, { type: "tool_use" }>["input"]): Block => ({
  type: "tool_use",
  id: `call-${name}`,
  name,
  input,
});

/** A model that says its replies one after another. */
function scripted(replies: readonly (readonly Block[])[]): LlmPort & { readonly asked: LlmRequest[] } {
  const asked: LlmRequest[] = [];
  return {
    asked,
    capabilities: { systemPrompt: true, structuredOutput: false, tools: true },
    async generate(request): Promise<LlmReply> {
      const content = replies[asked.push(request) - 1];
      if (content === undefined) throw new Error("the script has no further reply");
      const message = { role: "assistant" as const, content };
      const finishReason = content.some(({ type }) => type === "tool_use") ? "tool_calls" : "stop";
      return {
        text: messageText(message),
        message,
        usage: noUsage,
        usageKnown: true,
        model: "scripted",
        finishReason,
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

const unsandboxed: CommandRunner = {
  backend: "unsandboxed",
  workspacePathInside: (workspacePath) => workspacePath,
  run: async () => ({ exitCode: 1, stdout: "out\n", stderr: "err\n", timedOut: false, omittedBytes: 7 }),
  async [Symbol.asyncDispose]() {},
};
const answer: readonly Block[] = [{ type: "text", text: "Done." }];
const request = { messages: [userMessage("Mend it.")], tools: [], maxTurns: 5, timeoutMs: 10_000 };

describe("workspace agent", () => {
  it("keeps its work when its model is lost in the middle", async () => {
    await using place = await openTools();
    const lost = new TransportError("connection", "the server is gone");
    const llm = scripted([[call("write_file", { path: "a.txt", content: "x" })]]);
    const model: LlmPort = {
      ...llm,
      generate: async (asked) => (llm.asked.length > 0 ? Promise.reject(lost) : llm.generate(asked)),
    };
    const agent = createWorkspaceAgent({ llm: model, runner: null, access: "read_write" });
    const reply = await agent.run({ ...request, workspacePath: place.workspacePath });
    expect(reply).toMatchObject({ error: lost, turns: 1 });
    expect(reply.messages.map(({ role }) => role)).toEqual(["assistant", "tool"]);
  });

  it("reads, edits and runs in its workspace, and answers", async () => {
    await using place = await openTools();
    writeFileSync(path.join(place.workspacePath, "a.py"), "x = 1\nprint(x)\n");
    const llm = scripted([
      [call("read_file", { path: "a.py" })],
      [
        call("edit_file", { path: "/workspace/a.py", find: "x = 1", replacement: "x = 2" }),
        call("run_command", { command: "python3 a.py" }),
      ],
      answer,
    ]);
    await using agent = createWorkspaceAgent({ llm, runner: unsandboxed, access: "read_write" });
    expect(agent).toMatchObject({ tier: "deep_agent", commands: "unsandboxed" });
    const reply = await agent.run({ ...request, workspacePath: place.workspacePath });
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "Done." });
    expect(readFileSync(path.join(place.workspacePath, "a.py"), "utf8")).toBe("x = 2\nprint(x)\n");
    const results = reply.messages
      .flatMap(({ content }) => content)
      .filter((block) => block.type === "tool_result");
    expect(results.map(({ content }) => content)).toEqual([
      "     1\tx = 1\n     2\tprint(x)",
      "Changed /workspace/a.py at line 1.",
      "out\n[stderr] err\n[7 bytes of output were left out.]\nExit code: 1",
    ]);
  });

  it("tells the model about the workspace behind the caller's own system text", async () => {
    await using place = await openTools();
    const llm = scripted([answer]);
    await using agent = createWorkspaceAgent({ llm, runner: null, access: "read_only" });
    expect(agent.commands).toBe("none");
    const messages = [systemMessage("Be brief."), ...request.messages];
    await agent.run({ ...request, messages, workspacePath: place.workspacePath });
    const [system, user] = llm.asked[0]?.messages ?? [];
    expect(system && messageText(system)).toMatch(/^Be brief\.\n\nYou work in a folder.*\/workspace/);
    expect(system && messageText(system)).not.toContain(place.outside);
    expect(user).toEqual(userMessage("Mend it."));
    expect(llm.asked[0]?.tools?.map(({ name }) => name)).toEqual(["read_file", "list_files", "search_files"]);
  });

  it("asks the same in every run, so that it can be replayed, also where commands see the real path", async () => {
    await using place = await openTools();
    const llm = scripted([answer]);
    await using agent = createWorkspaceAgent({ llm, runner: unsandboxed, access: "read_write" });
    await agent.run({ ...request, workspacePath: place.workspacePath });
    expect(JSON.stringify(llm.asked)).not.toContain(place.workspacePath);
  });

  it("keeps tools of others apart from its own", async () => {
    await using place = await openTools();
    const foreign: Tool = {
      name: "read_file",
      description: "Reads elsewhere.",
      inputSchema: { type: "object" },
      call: async () => ({ text: "from elsewhere", isError: false }),
    };
    const llm = scripted([[call("mcp_read_file", {})], answer]);
    await using agent = createWorkspaceAgent({ llm, runner: null, access: "read_only" });
    const reply = await agent.run({ ...request, tools: [foreign], workspacePath: place.workspacePath });
    expect(reply.messages[1]?.content[0]).toMatchObject({ content: "from elsewhere", isError: false });
  });

  it("needs a workspace, and a sandbox for commands that must not write", async () => {
    await using agent = createWorkspaceAgent({ llm: scripted([]), runner: null, access: "read_only" });
    await expect(agent.run(request)).rejects.toMatchObject({ code: "configuration" });
    await expect(agent.run({ ...request, workspacePath: "/does/not/exist" })).rejects.toMatchObject({
      code: "file_not_found",
    });
    expect(() =>
      createWorkspaceAgent({ llm: scripted([]), runner: unsandboxed, access: "read_only" }),
    ).toThrow(expect.objectContaining({ code: "configuration" }));
  });
});
