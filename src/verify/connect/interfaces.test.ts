import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../base/index.ts";
import type { ModelConfig } from "../../config/settings/model-config.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { requirePackages } from "../../models/definition/index.ts";
import { anthropicWire, startModelServer, startOpenAiServer } from "../../models/testing/index.ts";
import { userMessage } from "../../trace/index.ts";
import { connectRun } from "./connect-run.ts";
import { secretsOf } from "./secrets.ts";

const local: ModelConfig = { modelName: "qwen3", endpointBaseUrl: "http://127.0.0.1:9/v1" };
const environment = {
  ANTHROPIC_API_KEY: "anthropic-key",
  OPENAI_API_KEY: "openai-key",
  PATH: process.env.PATH,
};
const noCommands = { agentRuntime: { backend: "none" } } as const;

const connect = (
  models: { answering?: ModelConfig; parsing?: ModelConfig },
  variables: object = environment,
  more = {},
) =>
  connectRun(
    resolveConfig({
      answeringModels: [models.answering ?? local],
      parsingModels: [models.parsing ?? local],
    }),
    { environment: { ...variables }, clock: systemClock, random: () => 0, ...more },
  );

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "interfaces-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each<ModelConfig>([
  { modelName: "claude", interface: "claude_tool" },
  { modelName: "claude", interface: "langchain", modelProvider: "anthropic" },
])("%j asks by plain calls, with its key", async (model) => {
  await using server = await startModelServer([{ body: anthropicWire.reply({ text: "BCL2" }) }]);
  await using run = await connect({ answering: { ...model, anthropicBaseUrl: server.url } });
  const connection = run.answering[0]?.connection;
  if (connection?.kind !== "llm") throw new Error("expected plain calls");
  expect((await connection.llm.generate({ messages: [userMessage("What?")] })).text).toBe("BCL2");
  expect(JSON.stringify(server.requests[0]?.headers)).toContain("anthropic-key");
  expect(server.requests[0]?.body).toMatchObject({ model: "claude", max_tokens: 16_384 });
});

test.each<ModelConfig>([
  { ...local, interface: "workspace_agent", ...noCommands },
  { modelName: "claude", interface: "claude_agent_sdk" },
  { modelName: "claude", interface: "langchain_deep_agents", modelProvider: "anthropic", ...noCommands },
])("%j is an agent of its own, as model under test and as judge", async (model) => {
  const limits = { agentTimeout: 7, agentMiddleware: { limits: { modelCallLimit: 3 } } };
  await using run = await connect({ answering: { ...model, ...limits }, parsing: model });
  expect(run.answering[0]?.connection).toMatchObject({
    ...{ kind: "agent", maxTurns: 3, timeoutMs: 7000, tools: null },
    agent: { tier: "deep_agent" },
  });
  expect(run.parsing[0]).toMatchObject({ agent: { tier: "deep_agent" }, llm: expect.anything() });
});

test("a workspace agent works with any model, in the folder it is given", async () => {
  await mkdir(path.join(folder, "task"));
  await writeFile(path.join(folder, "task", "note.txt"), "BCL2");
  await using server = await startOpenAiServer({
    chat: (_, index) =>
      index === 0
        ? { text: "", calls: [{ id: "1", name: "read_file", input: { path: "note.txt" } }] }
        : "It is BCL2.",
  });
  await using run = await connect({
    answering: { ...local, endpointBaseUrl: server.url, interface: "workspace_agent", ...noCommands },
  });
  const connection = run.answering[0]?.connection;
  if (connection?.kind !== "agent") throw new Error("expected an agent");
  const { maxTurns, timeoutMs } = connection;
  const reply = await connection.agent.run({
    ...{ messages: [userMessage("What?")], tools: [], maxTurns, timeoutMs },
    workspacePath: path.join(folder, "task"),
  });
  expect(JSON.stringify(reply.messages)).toContain("BCL2");
  expect(reply).toMatchObject({ turns: 2, limitReached: false });
  expect(connection.agent.commands).toBe("none");
});

describe("tools", () => {
  const servers = { files: "node ./server.mjs", weather: "http://127.0.0.1:9/mcp?key=$WEATHER_KEY" };

  test("make an agent of a model, and are one source for models with the same servers", async () => {
    const mcp = { ...local, mcpUrlsDict: servers };
    await using run = await connectRun(
      resolveConfig({
        answeringModels: [
          { ...mcp, id: "a" },
          { ...mcp, id: "b" },
          { ...mcp, id: "c", mcpToolFilter: ["x"] },
        ],
        parsingModels: [local],
      }),
      { environment: { WEATHER_KEY: "k" }, clock: systemClock, random: () => 0 },
    );
    const sources = run.answering.map(({ connection }) => connection.kind === "agent" && connection.tools);
    expect(sources[0]).toBe(sources[1]);
    expect(sources[2]).not.toBe(sources[0]);
    expect(run.answering[0]?.identity.tools).toEqual(["files", "weather"]);
    expect(run.answering[0]?.connection).toMatchObject({ kind: "agent", maxTurns: 25, timeoutMs: 180_000 });
  });

  test("whose variable is not set keep the run from starting; their keys are known, to be hidden", async () => {
    const answering = { ...local, mcpUrlsDict: servers };
    await expect(connect({ answering }, {})).rejects.toMatchObject({
      code: "missing_key",
      message: expect.stringContaining("WEATHER_KEY"),
    });
    const config = resolveConfig({ answeringModels: [answering], parsingModels: [local] });
    expect(secretsOf(config, { WEATHER_KEY: "hidden" })).toEqual(["hidden"]);
  });
});

test("keys in the settings of MCP servers are known, and do not show where a server fails", async () => {
  const key = "inline-key-00001";
  const shown = "console.error(process.argv.join()); process.exit(1)";
  const mcpUrlsDict = {
    broken: `${process.execPath} -e '${shown}' -- --api-key ${key}`,
    other: "http://user:p%40ss-w0rd@127.0.0.1:9/mcp",
  };
  const answering = { ...local, mcpUrlsDict };
  const config = resolveConfig({ answeringModels: [answering], parsingModels: [local] });
  expect(secretsOf(config, {})).toEqual([
    ...[key, "p%40ss-w0rd", "p@ss-w0rd"],
    // as they are sent
    Buffer.from("user:p@ss-w0rd").toString("base64"),
  ]);
  await using run = await connect({ answering: { ...local, mcpUrlsDict: { broken: mcpUrlsDict.broken } } });
  const connection = run.answering[0]?.connection;
  if (connection?.kind !== "agent") throw new Error("expected an agent");
  const failed = await connection.tools?.tools({}).catch((error: unknown) => String(error));
  expect(failed).toContain("--api-key");
  expect(failed).not.toContain(key);
});

describe("what would fail every call fails at once", () => {
  test.each<[ModelConfig, string, string]>([
    [{ modelName: "m", interface: "claude_tool" }, "missing_key", "ANTHROPIC_API_KEY"],
    [{ modelName: "m", interface: "claude_agent_sdk" }, "missing_key", "ANTHROPIC_API_KEY"],
    [
      { modelName: "m", interface: "langchain", modelProvider: "groq" },
      "missing_dependency",
      "@langchain/groq",
    ],
    [{ modelName: "m", interface: "langchain", modelProvider: "acme" }, "configuration", "acme"],
    [
      {
        modelName: "m",
        interface: "claude_agent_sdk",
        extraKwargs: { tools: ["Bash"] },
        anthropicApiKey: "k",
      },
      "configuration",
      "extra_kwargs",
    ],
  ])("%j: %s", async (answering, code, named) => {
    await expect(connect({ answering }, {})).rejects.toMatchObject({
      code,
      message: expect.stringContaining(named),
    });
  });

  test("packages are looked for without being loaded", () => {
    expect(() => requirePackages(["zod", "@anthropic-ai/claude-agent-sdk", "deepagents"], "x")).not.toThrow();
    expect(() => requirePackages(["zod", "no-such-package"], 'model "x"')).toThrow(
      expect.objectContaining({
        code: "missing_dependency",
        message: 'The package no-such-package is needed for model "x" and not installed.',
        hint: "Run: npm install no-such-package",
      }),
    );
  });

  test("an agent that makes its calls itself cannot be recorded, and that is said", async () => {
    const said: string[] = [];
    const more = { record: path.join(folder, "calls.jsonl"), notify: (text: string) => said.push(text) };
    await using _ = await connect(
      { answering: { modelName: "m", interface: "claude_agent_sdk" } },
      environment,
      more,
    );
    expect(said).toEqual([expect.stringContaining('"m" (claude_agent_sdk)')]);
  });
});
