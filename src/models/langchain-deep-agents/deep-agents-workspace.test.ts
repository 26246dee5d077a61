import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import type { AgentReply, CommandRequest, CommandRunner } from "../../ports/index.ts";
import { userMessage } from "../../trace/index.ts";
import { type AgentTurn, agentOnWire } from "../contract/scripted-agent.ts";
import { anthropicWire, openAiWire } from "../testing/index.ts";
import { alternate } from "./alternate.ts";
import { createDeepAgentsAgent, type DeepAgentsOptions } from "./deep-agents-agent.ts";

const apiKey = "vendor-secret-key-0001";
let area = "";
let workspacePath = "";

beforeEach(async () => {
  area = await realpath(await mkdtemp(join(tmpdir(), "karenina-deep-")));
  workspacePath = join(area, "workspace");
  await mkdir(join(workspacePath, "data"), { recursive: true });
  await writeFile(join(workspacePath, "data/notes.txt"), "BCL2 is the target\nnothing else\n");
  await writeFile(join(area, "secret.txt"), "the secret target");
});
afterEach(() => rm(area, { recursive: true }));

const vendors = {
  openai: { modelName: "gpt-4.1-mini", wire: openAiWire },
  anthropic: { modelName: "claude-haiku-4-5", wire: anthropicWire },
};
type Call = readonly [name: string, input: JsonObject];

/** Runs an agent whose model makes these calls one after another, then answers. */
async function runCalls(
  calls: readonly Call[],
  options: Partial<DeepAgentsOptions> & { readonly provider?: keyof typeof vendors } = {},
): Promise<{
  readonly reply: AgentReply;
  readonly results: readonly string[];
  readonly asked: readonly string[];
}> {
  const { provider = "openai" } = options;
  const { modelName, wire } = vendors[provider];
  const turns: AgentTurn[] = calls.map(([name, input], index) => ({
    calls: [{ id: `c${index}`, name, input }],
  }));
  const start = agentOnWire(wire, (baseUrl) =>
    createDeepAgentsAgent({ modelName, apiKey, baseUrl, ...options, provider }),
  );
  await using scripted = await start([...turns, { text: "done" }]);
  const messages = [userMessage("Look around.")];
  const reply = await scripted.agent.run({
    messages,
    tools: [],
    maxTurns: 30,
    timeoutMs: 20_000,
    workspacePath,
  });
  const results = reply.messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === "tool_result" ? [block.content] : []));
  return { reply, results, asked: scripted.asked };
}

/** A runner that does nothing but remember. */
function fakeRunner(backend = "bubblewrap"): CommandRunner & { readonly asked: CommandRequest[] } {
  const asked: CommandRequest[] = [];
  return {
    backend,
    asked,
    workspacePathInside: () => "/workspace",
    async run(request) {
      asked.push(request);
      return { exitCode: 3, stdout: "out\n", stderr: "first\nsecond\n", timedOut: false, omittedBytes: 5 };
    },
    async [Symbol.asyncDispose]() {},
  };
}

describe("files of a deep agent", () => {
  it.each(["openai", "anthropic"] as const)("are those of the workspace, with %s", async (provider) => {
    const { results, reply } = await runCalls(
      [
        ["ls", { path: "/" }],
        ["read_file", { file_path: "/data/notes.txt" }],
        ["write_file", { file_path: "/out/answer.txt", content: "BCL2" }],
        ["edit_file", { file_path: "/out/answer.txt", old_string: "BCL2", new_string: "BCL-2" }],
        ["glob", { pattern: "**/*.txt" }],
        ["grep", { pattern: "target" }],
        ["grep", { pattern: "target", glob: "*.md" }],
      ],
      { provider },
    );
    expect(results[0]).toContain("/data/");
    expect(results[1]).toContain("BCL2 is the target");
    expect(await readFile(join(workspacePath, "out/answer.txt"), "utf8")).toBe("BCL-2");
    expect(results[4]?.split("\n")).toEqual(["/data/notes.txt", "/out/answer.txt"]);
    expect(results[5]).toContain("BCL2 is the target");
    expect(results[6]).toContain("No matches");
    expect(reply).toMatchObject({ turns: 8, limitReached: false, usage: { totalTokens: 80 } });
  });

  it("are also found by the folder's name on this machine and inside of commands", async () => {
    const { results } = await runCalls(
      [
        ["read_file", { file_path: join(workspacePath, "data/notes.txt") }],
        ["read_file", { file_path: "/workspace/data/notes.txt" }],
      ],
      { commands: fakeRunner() },
    );
    const found = expect.stringContaining("BCL2 is the target");
    expect(results).toEqual([found, found]);
  });

  it("end where the workspace ends", async () => {
    await symlink(area, join(workspacePath, "out"));
    await symlink(join(area, "secret.txt"), join(workspacePath, "link.txt"));
    await symlink(join(area, "new.txt"), join(workspacePath, "dangling.txt"));
    const outside = [
      "/../secret.txt",
      "../secret.txt",
      "/data/../../secret.txt",
      join(area, "secret.txt"),
      "/out/secret.txt",
      "/link.txt",
      "~/secret.txt",
    ];
    const { results } = await runCalls([
      ...outside.map((path): Call => ["read_file", { file_path: path }]),
      ...outside.map(
        (path): Call => ["edit_file", { file_path: path, old_string: "secret", new_string: "x" }],
      ),
      ...["/../new.txt", "/out/new.txt", "/dangling.txt"].map(
        (path): Call => ["write_file", { file_path: path, content: "x" }],
      ),
    ]);
    for (const result of results) expect(result).not.toContain("the secret");
    expect(await readdir(area)).toEqual(["secret.txt", "workspace"]);
    expect(await readFile(join(area, "secret.txt"), "utf8")).toBe("the secret target");
  });

  it("show nothing of what lies outside in lists and searches", async () => {
    await symlink(area, join(workspacePath, "out"));
    await symlink(join(area, "secret.txt"), join(workspacePath, "link.txt"));
    const { results } = await runCalls([
      ["ls", { path: "/" }],
      ["ls", { path: "/.." }],
      ["ls", { path: "/out" }],
      ["glob", { pattern: "../*" }],
      ["glob", { pattern: "{.,x}{.,y}/*" }],
      ["glob", { pattern: `/${area}/*` }],
      ["glob", { pattern: "out/*" }],
      ["glob", { pattern: "*.txt", path: "/out" }],
      ["grep", { pattern: "secret" }],
      ["grep", { pattern: "secret", path: "/out" }],
      ["grep", { pattern: "secret", path: "/link.txt" }],
      ["grep", { pattern: "secret", glob: "../*" }],
      ["delete", { file_path: "/out/secret.txt" }],
    ]);
    for (const [index, result] of results.slice(0, 8).entries()) {
      if (index === 2 || index === 1) expect(result).toMatch(/refused/);
      expect(result).not.toMatch(/secret\.txt|link\.txt/);
    }
    for (const result of results.slice(8, 12)) expect(result).not.toContain("the secret");
    expect(await readdir(area)).toContain("secret.txt");
  });

  it("stay as they are for an agent that may only read", async () => {
    const { results, asked } = await runCalls(
      [
        ["write_file", { file_path: "/new.txt", content: "x" }],
        ["edit_file", { file_path: "/data/notes.txt", old_string: "BCL2", new_string: "x" }],
        ["delete", { file_path: "/data/notes.txt" }],
        ["read_file", { file_path: "/data/notes.txt" }],
      ],
      { access: "read_only" },
    );
    expect(results[0]).toContain("read-only");
    expect(results[1]).toContain("read-only");
    expect(results[3]).toContain("BCL2 is the target");
    expect(await readdir(workspacePath)).toEqual(["data"]);
    expect(asked[0]).toContain("The workspace is read-only.");
  });

  it("do not include what became too long for the conversation", async () => {
    const long = `${"x".repeat(2000)}\n`.repeat(60);
    await writeFile(join(workspacePath, "long.txt"), long);
    const runner = {
      ...fakeRunner(),
      run: async () => ({ exitCode: 0, stdout: long, stderr: "", timedOut: false, omittedBytes: 0 }),
    };
    const { results } = await runCalls(
      [
        ["execute", { command: "cat long.txt" }],
        ["read_file", { file_path: "/large_tool_results/c0.txt" }],
      ],
      { commands: runner },
    );
    expect(results[0]).toContain("/large_tool_results/c0");
    expect(results[1]).toContain("xxxx");
    expect(await readdir(workspacePath)).toEqual(["data", "long.txt"]);
  });
});

describe("commands of a deep agent", () => {
  it("never run beside its file tools", async () => {
    const turns = alternate<"files" | "command">();
    const running: string[] = [];
    const seen: string[] = [];
    const work = (kind: "files" | "command") =>
      turns.run(kind, async () => {
        running.push(kind);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push([...running].sort().join("+"));
        running.splice(running.indexOf(kind), 1);
        if (seen.length === 1) throw new Error("the first one fails");
      });
    const kinds = ["command", "command", "files", "files", "command"] as const;
    await Promise.allSettled(kinds.map(work));
    expect(seen).toHaveLength(5);
    for (const together of seen) expect(together).not.toContain("command+files");
    expect(seen[0]).toBe("command+command");
  });

  it("go through the runner, with their limits", async () => {
    const runner = fakeRunner();
    const { results, asked } = await runCalls([["execute", { command: "make test" }]], { commands: runner });
    expect(runner.asked).toMatchObject([
      { command: "make test", workspacePath, timeoutMs: 120_000, maxOutputBytes: 100_000, readOnly: false },
    ]);
    expect(results[0]).toContain("out\n[stderr] first\n[stderr] second");
    expect(results[0]).toContain("exit code 3");
    expect(results[0]).toContain("truncated");
    expect(asked[0]).toContain("/workspace");
  });

  it("are not offered without a runner, nor run", async () => {
    const { results, asked } = await runCalls([["execute", { command: "touch x" }]]);
    expect(
      JSON.parse(asked[0] ?? "").tools.map((tool: { function: JsonObject }) => tool.function.name),
    ).not.toContain("execute");
    expect(results[0]).toMatch(/not available|not a valid tool/);
  });

  it("are called what keeps them inside", () => {
    const confinement = (commands?: CommandRunner) =>
      createDeepAgentsAgent({ provider: "openai", modelName: "m", apiKey, ...(commands && { commands }) })
        .commands;
    expect(confinement()).toBe("none");
    expect(confinement(fakeRunner())).toBe("sandboxed");
    expect(confinement(fakeRunner("unsandboxed"))).toBe("unsandboxed");
  });
});
