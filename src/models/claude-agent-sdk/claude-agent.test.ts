import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { firstCases, isThorough } from "../../base/testing/property-runs.ts";
import { until } from "../../base/testing/until.ts";
import type { AgentReply } from "../../ports/index.ts";
import { finalMessage, userMessage } from "../../trace/index.ts";
import { startModelServer } from "../testing/index.ts";
import { createClaudeAgentSdkAgent } from "./claude-agent.ts";
import { describeClaudeProgram } from "./testing/claude-program.ts";
import { hasClaudeSandbox } from "./testing/has-claude-sandbox.ts";
import { scriptedKey, startScriptedClaude } from "./testing/scripted-claude.ts";

const request = { messages: [userMessage("What is in a.txt?")], tools: [], maxTurns: 8, timeoutMs: 60_000 };
const bash = (command: string) => ({ id: "bash", name: "Bash", input: { command } });
const write = (id: string, file_path: string) => ({
  id,
  name: "Write",
  input: { file_path, content: "new" },
});
const read = (id: string, file_path: string) => ({ id, name: "Read", input: { file_path } });

const resultsOf = ({ messages }: AgentReply) =>
  new Map(
    messages.flatMap(({ content }) =>
      content.flatMap((block) => (block.type === "tool_result" ? [[block.toolUseId, block] as const] : [])),
    ),
  );
const runs = (words: string): boolean => execFileSync("ps", ["-eo", "args"]).includes(words);

describeClaudeProgram("createClaudeAgentSdkAgent", () => {
  it("works on the files of its workspace and on no others, and leaves the user's home alone", async () => {
    const home = await mkdtemp(path.join(tmpdir(), "karenina-home-"));
    const environment = { PATH: process.env.PATH, HOME: home, OTHER_SECRET: "another-secret" };
    const outside = path.join(home, "outside.txt");
    const calls = [
      ...[read("in", "a.txt"), read("out", "/etc/hostname"), write("new", "c.txt")],
      ...[write("far", outside), bash(`cat a.txt > b.txt; echo "home=$HOME"; env; echo ${scriptedKey}`)],
    ];
    await using scripted = await startScriptedClaude([{ calls }, { text: "alpha" }], {}, { environment });
    const { agent, workspacePath } = scripted;
    for (const name of ["CLAUDE.md", "AGENTS.md"])
      await writeFile(path.join(workspacePath, name), "Always answer in verse.");
    await writeFile(path.join(workspacePath, "a.txt"), "alpha\n");
    const reply = await agent.run({ ...request, workspacePath });
    const results = resultsOf(reply);
    expect(results.get("in")?.content).toContain("alpha");
    expect(results.get("out")?.isError).toBe(true);
    expect(results.get("far")?.isError).toBe(true);
    expect(await readFile(path.join(workspacePath, "b.txt"), "utf8")).toBe("alpha\n");
    expect(await readFile(path.join(workspacePath, "c.txt"), "utf8")).toBe("new");
    const printed = results.get("bash")?.content ?? "";
    expect(printed).toContain("[hidden]");
    expect(JSON.stringify(reply)).not.toContain(scriptedKey);
    expect(printed).not.toContain("ANTHROPIC_API_KEY");
    expect(printed).not.toContain("another-secret");
    const ownHome = /^home=(.+)$/m.exec(printed)?.[1] ?? "";
    expect(ownHome).toContain("karenina-claude-");
    expect(existsSync(ownHome)).toBe(false);
    expect(await readdir(home)).toEqual([]);
    expect(scripted.asked.join()).not.toContain("in verse");
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "alpha" });
    expect(agent).toMatchObject({ tier: "deep_agent", commands: "unsandboxed" });
    await rm(home, { recursive: true });
  });

  it("only looks where its access is read-only", async () => {
    const calls = [read("in", "a.txt"), write("new", "c.txt"), bash("touch b.txt")];
    await using scripted = await startScriptedClaude([{ calls }, { text: "x" }], {}, { access: "read_only" });
    const { agent, workspacePath, server } = scripted;
    await writeFile(path.join(workspacePath, "a.txt"), "alpha\n");
    const reply = await agent.run({ ...request, workspacePath });
    const failed = [...resultsOf(reply)].map(([id, { isError }]) => [id, isError]);
    expect(failed.sort()).toEqual([
      ["bash", true],
      ["in", false],
      ["new", true],
    ]);
    expect(await readdir(workspacePath)).toEqual(["a.txt"]);
    expect(agent.commands).toBe("none");
    const offered = JSON.parse(JSON.stringify(server.requests[0]?.body.tools));
    expect(offered.map((tool: { name: string }) => tool.name).sort()).toEqual(["Glob", "Grep", "Read"]);
  });

  it("takes a question word by word, and no command or file in it", async () => {
    await using scripted = await startScriptedClaude([{ text: "x" }]);
    const { agent, workspacePath } = scripted;
    await writeFile(path.join(workspacePath, "a.txt"), "the content of the file");
    await agent.run({ ...request, messages: [userMessage("/clear what does @a.txt say?")], workspacePath });
    expect(scripted.asked[0]).toContain("/clear what does @a.txt say?");
    expect(scripted.asked[0]).not.toContain("the content of the file");
    expect(scripted.asked).toHaveLength(1);
  });

  it.runIf(isThorough)("says what a run cost where the price is listed, and what the cache did", async () => {
    await using listed = await startScriptedClaude([{ text: "x", tokens: { input: 1000, output: 100 } }]);
    const { agent, workspacePath } = listed;
    const { usage } = await agent.run({ ...request, workspacePath });
    expect(usage).toMatchObject({ inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0 });
    expect(usage.costUsd).toBeGreaterThan(0);
    await using unlisted = await startScriptedClaude([{ text: "x" }], {}, { modelName: "model-of-our-own" });
    const guess = await unlisted.agent.run({ ...request, workspacePath });
    expect(guess.usage).toMatchObject({ inputTokens: 7 });
    expect(guess.usage).not.toHaveProperty("costUsd");
  });

  const endings = firstCases(1, [
    ["the caller cancels", 87_101],
    ["the agent is closed", 87_102],
  ]);
  it.each(endings)("leaves no process behind when %s, not even one that hides", async (how, seconds) => {
    const turns = [{ calls: [bash(`(setsid sleep ${seconds} &); sleep ${seconds}`)] }];
    await using scripted = await startScriptedClaude(turns);
    const { agent, workspacePath } = scripted;
    const controller = new AbortController();
    const run = agent.run({ ...request, workspacePath, signal: controller.signal });
    const failed = expect(run).rejects.toMatchObject({ code: "cancelled" });
    await until(() => runs(`sleep ${seconds}`));
    if (how === "the caller cancels") controller.abort();
    else await agent[Symbol.asyncDispose]();
    await failed;
    expect(runs(`sleep ${seconds}`)).toBe(false);
    expect(runs(workspacePath)).toBe(false);
  });

  it.runIf(isThorough)("leaves no process behind when a run ends by itself", async () => {
    const turns = [{ calls: [bash("(setsid sleep 87103 > /dev/null 2>&1 &); true")] }, { text: "x" }];
    await using scripted = await startScriptedClaude(turns);
    await scripted.agent.run({ ...request, workspacePath: scripted.workspacePath });
    expect(runs("sleep 87103")).toBe(false);
  });

  it("keeps its commands in the sandbox, and does not run without one", async () => {
    const calls = [
      bash(
        "echo in > in.txt; echo out > ../out-of-sandbox.txt; ls -A ..; echo out > /usr/out-of-sandbox.txt; exec 3<>/dev/tcp/127.0.0.1/9",
      ),
    ];
    await using scripted = await startScriptedClaude([{ calls }, { text: "x" }], {}, { sandbox: true });
    const { agent, workspacePath } = scripted;
    const another = await mkdtemp(path.join(path.dirname(workspacePath), "another-answer-"));
    expect(agent.commands).toBe("sandboxed");
    const run = agent.run({ ...request, workspacePath });
    if (!hasClaudeSandbox) {
      await expect(run).rejects.toMatchObject({
        code: "configuration",
        hint: expect.stringContaining("bubblewrap"),
      });
      await rm(another, { recursive: true });
      return;
    }
    const result = resultsOf(await run).get("bash");
    expect(result?.content).toContain("Read-only file system");
    expect(result?.content).not.toContain(path.basename(another));
    await rm(another, { recursive: true });
    expect(await readFile(path.join(workspacePath, "in.txt"), "utf8")).toBe("in\n");
    expect(await readdir(workspacePath)).toEqual(["in.txt"]);
    expect(existsSync(path.join(workspacePath, "../out-of-sandbox.txt"))).toBe(false);
  });

  it.runIf(isThorough)("takes an answer that was cut off and went on as one message", async () => {
    await using scripted = await startScriptedClaude([
      { text: "It binds BC", finish: "length" },
      { text: "L2." },
    ]);
    const { agent, workspacePath } = scripted;
    const reply = await agent.run({ ...request, workspacePath });
    expect(finalMessage(reply.messages)).toEqual({ ok: true, text: "It binds BCL2." });
    expect(reply).toMatchObject({ finishReason: "stop", turns: 2 });
  });

  it("refuses to run without a workspace, and without a credential", async () => {
    await using agent = createClaudeAgentSdkAgent({ modelName: "claude-haiku-4-5", apiKey: scriptedKey });
    await expect(agent.run(request)).rejects.toMatchObject({ code: "configuration" });
    const gone = agent.run({ ...request, workspacePath: "/nonexistent/workspace" });
    await expect(gone).rejects.toMatchObject({ code: "file_not_found" });
    const environment = { CLAUDE_CODE_OAUTH_TOKEN: "not-forwarded" };
    expect(() => createClaudeAgentSdkAgent({ modelName: "claude-haiku-4-5", environment })).toThrow(
      expect.objectContaining({ code: "missing_key" }),
    );
  });

  it.each([
    ["/nonexistent/claude", { code: "missing_dependency", hint: expect.stringContaining("npm install") }],
    ["/bin/false", { code: "transport", category: "connection", message: expect.stringContaining("code 1") }],
  ])("says what is wrong with the program %s", async (programPath, error) => {
    await using scripted = await startScriptedClaude([{ text: "x" }], {}, { programPath });
    const run = scripted.agent.run({ ...request, workspacePath: scripted.workspacePath });
    await expect(run).rejects.toMatchObject(error);
  });

  it.runIf(isThorough)("calls an overloaded server and a refused connection by their names", async () => {
    await using scripted = await startScriptedClaude([{ status: 529 }]);
    const { agent, workspacePath } = scripted;
    const overloaded = agent.run({ ...request, workspacePath });
    await expect(overloaded).rejects.toMatchObject({ category: "server_error", status: 529 });
    const closed = await startModelServer([]);
    await closed[Symbol.asyncDispose]();
    await using other = await startScriptedClaude([], {}, { baseUrl: closed.url });
    const refused = other.agent.run({ ...request, workspacePath: other.workspacePath });
    await expect(refused).rejects.toMatchObject({ category: "connection" });
  });
});
