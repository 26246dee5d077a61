import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Clock, systemClock } from "../../base/index.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
import { embedderReference } from "./connect-embedder.ts";
import { connectRun } from "./connect-run.ts";
import { secretsOf } from "./secrets.ts";

const local = { modelName: "qwen3", endpointBaseUrl: "http://127.0.0.1:9/v1" };
const base: VerificationConfig = { answeringModels: [local], parsingModels: [local] };
const clock: Clock = systemClock;
const connect = (config: VerificationConfig, environment = {}, record?: string) =>
  connectRun(resolveConfig({ ...base, ...config }), { environment, clock, random: () => 0, record });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "wiring-"));
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
