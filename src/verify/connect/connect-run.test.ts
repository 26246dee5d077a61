import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../base/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import { embedderReference } from "../../config/model/embedder-reference.ts";
import { resolveConfig } from "../../config/verification/resolve-config.ts";
import { connectRun } from "./connect-run.ts";
import { secretsOf } from "./secrets.ts";

const local = { modelName: "qwen3", endpointBaseUrl: "http://127.0.0.1:9/v1" };
const base: VerificationConfig = { answeringModels: [local], parsingModels: [local] };
const clock: Clock = systemClock;
const connect = (config: VerificationConfig, environment = {}, record?: string) =>
  connectRun(resolveConfig({ ...base, ...config }), { environment, clock, random: () => 0, record });
const connectBoth = (config: VerificationConfig, searches = { template: true, rubric: true }) =>
  connectRun(resolveConfig({ ...base, ...config }), { environment: {}, clock, random: () => 0, searches });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "context-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("connecting", () => {
  test("identities, limits and budgets", async () => {
    await using run = await connect({
      answeringModels: [
        { ...local, id: "mine", requestTimeout: 5, retryPolicy: { timeout: { maxAttempts: 7 } } },
      ],
    });
    expect(run.answering[0]).toMatchObject({
      id: "mine",
      identity: { interface: "openai_endpoint", modelName: "qwen3", tools: [], configId: "mine" },
      requestTimeoutMs: 5000,
      retryBudget: { connection: 3, timeout: 7, rate_limit: 5, server_error: 2 },
      recorded: false,
    });
    expect(run.parsing[0]?.identity.configId).toBeNull();
    expect(run.embedder).toBeUndefined();
  });

  test("prepared answers are an agent that needs no network", async () => {
    const file = path.join(folder, "answers.json");
    await writeFile(file, JSON.stringify({ answers: [{ question: "q", answer: "a" }] }));
    await using run = await connect({ answeringModels: [{ manualTracesPath: file }] });
    expect(run.answering[0]).toMatchObject({ id: "manual", recorded: true, connection: { kind: "agent" } });
  });

  test("an embedder of a server, with limits and all", async () => {
    await using run = await connect({
      embeddingCheckEnabled: true,
      embeddingCheckBaseUrl: "http://127.0.0.1:9",
      embeddingCheckModel: "BAAI/bge-small",
      maxConcurrentRequests: 2,
    });
    expect(run.embedder?.model).toBe("BAAI/bge-small");
  });
});

describe("what would fail every call fails at once", () => {
  test.each<[VerificationConfig, string, string]>([
    [{ parsingModels: [{ modelName: "m", modelProvider: "openai" }] }, "missing_key", "OPENAI_API_KEY"],
    [{ parsingModels: [{ modelName: "m", interface: "openrouter" }] }, "missing_key", "OPENROUTER_API_KEY"],
    [{ answeringModels: [{ ...local, apiKeyEnv: "MY_KEY" }] }, "missing_key", "MY_KEY"],
    [{ answeringModels: [{ modelName: "m", modelProvider: "acme" }] }, "configuration", "acme"],
    [{ answeringModels: [{ manualTracesPath: "/nowhere.json" }] }, "file_not_found", "/nowhere.json"],
    [
      { parsingModels: [{ modelName: "m", replayFile: "/nowhere.jsonl" }] },
      "file_not_found",
      "/nowhere.jsonl",
    ],
    [
      { answeringModels: [{ ...local, extraKwargs: { endpoint_base_url_mode: "v2" } }] },
      "configuration",
      "auto_v1",
    ],
    [
      { answeringModels: [{ modelName: "m", modelProvider: "openai", extraKwargs: { user: "x" } }] },
      "configuration",
      "extra_kwargs.user",
    ],
    [{ embeddingCheckEnabled: true, embeddingCheckModel: "openai/e" }, "missing_key", "OPENAI_API_KEY"],
  ])("%j: %s", async (config, code, named) => {
    const environment = code === "configuration" ? { OPENAI_API_KEY: "k" } : {};
    await expect(connect(config, environment)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(named),
    });
  });

  test("a recording that cannot be written", async () => {
    await expect(connect({}, {}, path.join(folder, "no", "calls.jsonl"))).rejects.toMatchObject({
      code: "file_unwritable",
    });
  });
});

test.each([
  ["openai/text-embedding-3-small", null, { provider: "openai", modelName: "text-embedding-3-small" }],
  ["BAAI/bge", "http://h", { provider: undefined, modelName: "BAAI/bge" }],
  ["all-MiniLM-L6-v2", null, { provider: undefined, modelName: "all-MiniLM-L6-v2" }],
])("the embedder %s at %s", (model, baseUrl, expected) => {
  expect(embedderReference(model, baseUrl)).toEqual(expected);
});

test("every key of a run is known, so that it can be hidden", () => {
  const config = resolveConfig({
    answeringModels: [{ ...local, endpointApiKey: "inline" }],
    parsingModels: [{ ...local, apiKeyEnv: "MINE" }],
  });
  expect(new Set(secretsOf(config, { MINE: "named", OPENAI_API_KEY: "usual", HOME: "/root" }))).toEqual(
    new Set(["inline", "named", "usual"]),
  );
});

describe("searches", () => {
  const own = (query: string) => `about ${query}`;
  const other = (query: string) => query;

  test("one for both where it is the same, closed with the run", async () => {
    const run = await connectBoth({ deepJudgmentSearchTool: own, deepJudgmentRubricSearchTool: own });
    const { template, rubric } = run.searches;
    expect(rubric).toBe(template);
    expect(await template?.search(["BCL2"])).toEqual([
      { ok: true, results: [{ title: null, content: "about BCL2", url: null }] },
    ]);
    await run[Symbol.asyncDispose]();
    expect(await template?.search(["MCL1"])).toMatchObject([{ ok: false }]);
  });

  test("two where they differ, none where nothing is looked up", async () => {
    const tools = { deepJudgmentSearchTool: own, deepJudgmentRubricSearchTool: other };
    await using two = await connectBoth(tools);
    expect(two.searches.template).not.toBe(two.searches.rubric);
    await using one = await connectBoth(tools, { template: false, rubric: true });
    expect(one.searches).toMatchObject({ template: null, rubric: expect.anything() });
    await using none = await connect(tools);
    expect(none.searches).toEqual({ template: null, rubric: null });
  });

  test("one setting may be written in two ways, but case counts in paths", async () => {
    const options = { environment: { TAVILY_API_KEY: "key" }, clock, random: () => 0 };
    const connectTools = (template: string, rubric: string) =>
      connectRun(
        resolveConfig({ ...base, deepJudgmentSearchTool: template, deepJudgmentRubricSearchTool: rubric }),
        { ...options, searches: { template: true, rubric: true } },
      );
    await using one = await connectTools("Tavily ", "tavily");
    expect(one.searches.rubric).toBe(one.searches.template);
    await using two = await connectTools("mcp:node ./Find.mjs#search", "mcp:node ./find.mjs#search");
    expect(two.searches.rubric).not.toBe(two.searches.template);
  });

  test("without its key, a run does not start", async () => {
    await expect(connectBoth({})).rejects.toMatchObject({
      code: "missing_key",
      message: expect.stringContaining("TAVILY_API_KEY"),
    });
  });
});
