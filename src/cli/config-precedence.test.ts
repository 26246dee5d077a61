import { describe, expect, test } from "vitest";
import { applyOverrides, type ResolvedConfig, type VerificationConfig } from "../config/index.ts";
import { overridesFromOptions } from "./config-from-options.ts";
import {
  answering,
  models,
  optionsOf,
  type PrecedenceRow,
  parsing,
  resolved,
  setting,
} from "./testing/precedence.ts";

const model = (
  role: "answeringModels" | "parsingModels",
  name: keyof NonNullable<VerificationConfig["answeringModels"]>[number] &
    keyof ResolvedConfig["answeringModels"][number],
  argv: readonly string[],
  values: { readonly flag: unknown; readonly preset: unknown; readonly fallback: unknown },
  rest: object = {},
): PrecedenceRow => ({
  argv,
  flag: values.flag,
  preset: {
    ...models,
    [role]: [{ ...(role === "answeringModels" ? answering : parsing), ...rest, [name]: values.preset }],
  },
  presetValue: values.preset,
  fallback: values.fallback,
  read: (config) => config[role][0]?.[name],
});

const endpoint = { interface: "openai_endpoint", modelProvider: null };
const url = (host: string) => `http://${host}:8000/v1`;
const rows: Readonly<Record<string, PrecedenceRow>> = {
  "--replicate-count": setting("replicateCount", ["--replicate-count", "3"], {
    flag: 3,
    preset: 2,
    fallback: 1,
  }),
  "--abstention": setting("abstentionEnabled", ["--abstention"], {
    flag: true,
    preset: false,
    fallback: false,
  }),
  "--no-abstention": setting("abstentionEnabled", ["--no-abstention"], {
    flag: false,
    preset: true,
    fallback: false,
  }),
  "--sufficiency": setting("sufficiencyEnabled", ["--sufficiency"], {
    flag: true,
    preset: false,
    fallback: false,
  }),
  "--no-sufficiency": setting("sufficiencyEnabled", ["--no-sufficiency"], {
    flag: false,
    preset: true,
    fallback: false,
  }),
  "--combined-checks": setting("combinedChecks", ["--combined-checks"], {
    flag: true,
    preset: false,
    fallback: false,
  }),
  "--no-combined-checks": setting("combinedChecks", ["--no-combined-checks"], {
    flag: false,
    preset: true,
    fallback: false,
  }),
  "--rubric-strategy": setting("rubricEvaluationStrategy", ["--rubric-strategy", "sequential"], {
    flag: "sequential",
    preset: "batch",
    fallback: "batch",
  }),
  "--rubric-traits": setting("rubricTraitNames", ["--rubric-traits", "safety, tone"], {
    flag: ["safety", "tone"],
    preset: ["clarity"],
    fallback: null,
  }),
  "--use-full-trace-for-rubric": setting("useFullTraceForRubric", ["--use-full-trace-for-rubric"], {
    flag: true,
    preset: false,
    fallback: true,
  }),
  "--use-final-message-for-rubric": setting("useFullTraceForRubric", ["--use-final-message-for-rubric"], {
    flag: false,
    preset: true,
    fallback: true,
  }),
  "--few-shot": setting("fewShotConfig", ["--few-shot", "all"], {
    flag: { poolMode: "all", poolK: 2 },
    preset: { poolMode: "k-shot", poolK: 2 },
    fallback: null,
  }),
  "--few-shot-k": setting("fewShotConfig", ["--few-shot-k", "5"], {
    flag: { poolMode: "k-shot", poolK: 5 },
    preset: { poolMode: "k-shot", poolK: 2 },
    fallback: null,
  }),
  "--embedding-check": setting(
    "embeddingCheckEnabled",
    ["--embedding-check", "--embedding-model", "openai/e"],
    { flag: true, preset: false, fallback: false },
  ),
  "--no-embedding-check": {
    ...setting(
      "embeddingCheckEnabled",
      ["--no-embedding-check"],
      { flag: false, preset: true, fallback: false },
      { variable: "EMBEDDING_CHECK", text: "0", value: false },
    ),
    preset: { ...models, embeddingCheckEnabled: true, embeddingCheckModel: "openai/e" },
  },
  "--embedding-threshold": setting(
    "embeddingCheckThreshold",
    ["--embedding-threshold", "90%"],
    { flag: 0.9, preset: 0.7, fallback: 0.85 },
    { variable: "EMBEDDING_CHECK_THRESHOLD", text: "0.6", value: 0.6 },
  ),
  "--embedding-model": setting(
    "embeddingCheckModel",
    ["--embedding-model", "openai/e"],
    { flag: "openai/e", preset: "openai/f", fallback: "all-MiniLM-L6-v2" },
    { variable: "EMBEDDING_CHECK_MODEL", text: "openai/g", value: "openai/g" },
  ),
  "--embedding-base-url": setting(
    "embeddingCheckBaseUrl",
    ["--embedding-base-url", "http://flag/v1"],
    { flag: "http://flag/v1", preset: "http://preset/v1", fallback: null },
    { variable: "EMBEDDING_CHECK_BASE_URL", text: "http://variable/v1", value: "http://variable/v1" },
  ),
  "--embedding-api-key-env": setting(
    "embeddingCheckApiKeyEnv",
    ["--embedding-api-key-env", "FLAG_KEY"],
    { flag: "FLAG_KEY", preset: "PRESET_KEY", fallback: null },
    { variable: "EMBEDDING_CHECK_API_KEY_ENV", text: "VARIABLE_KEY", value: "VARIABLE_KEY" },
  ),
  "--use-full-trace-for-template": setting("useFullTraceForTemplate", ["--use-full-trace-for-template"], {
    flag: true,
    preset: false,
    fallback: false,
  }),
  "--use-final-message-for-template": setting(
    "useFullTraceForTemplate",
    ["--use-final-message-for-template"],
    {
      flag: false,
      preset: true,
      fallback: false,
    },
  ),
  "--async-workers": setting(
    "asyncMaxWorkers",
    ["--async-workers", "3"],
    { flag: 3, preset: 4, fallback: 8 },
    { variable: "KARENINA_ASYNC_MAX_WORKERS", text: "5", value: 5 },
  ),
  "--concurrency": setting("asyncMaxWorkers", ["--concurrency", "3"], { flag: 3, preset: 4, fallback: 8 }),
  "--async": setting("asyncEnabled", ["--async"], { flag: true, preset: false, fallback: true }),
  "--no-async": setting(
    "asyncEnabled",
    ["--no-async"],
    { flag: false, preset: true, fallback: true },
    { variable: "KARENINA_ASYNC_ENABLED", text: "false", value: false },
  ),
  "--task-ordering": setting("taskOrdering", ["--task-ordering", "random"], {
    flag: "random",
    preset: "prefix_cache",
    fallback: "auto",
  }),
  "--request-timeout": setting("requestTimeout", ["--request-timeout", "2.5"], {
    flag: 2.5,
    preset: 60,
    fallback: 120,
  }),
  "--preflight": setting("preflight", ["--preflight"], { flag: true, preset: false, fallback: true }),
  "--no-preflight": setting("preflight", ["--no-preflight"], { flag: false, preset: true, fallback: true }),
  "--outage-patience": setting("outagePatienceSeconds", ["--outage-patience", "0"], {
    flag: 0,
    preset: 60,
    fallback: 900,
  }),
  "--evaluation-mode": setting("evaluationMode", ["--evaluation-mode", "rubric_only"], {
    flag: "rubric_only",
    preset: "template_and_rubric",
    fallback: "template_only",
  }),
  "--answering-model": model("answeringModels", "modelName", ["--answering-model", "x"], {
    flag: "x",
    preset: "y",
    fallback: "a-model",
  }),
  "--answering-provider": model("answeringModels", "modelProvider", ["--answering-provider", "google"], {
    flag: "google",
    preset: "anthropic",
    fallback: "openai",
  }),
  "--answering-id": model("answeringModels", "id", ["--answering-id", "x"], {
    flag: "x",
    preset: "y",
    fallback: "a",
  }),
  "--parsing-model": model("parsingModels", "modelName", ["--parsing-model", "x"], {
    flag: "x",
    preset: "y",
    fallback: "p-model",
  }),
  "--parsing-provider": model("parsingModels", "modelProvider", ["--parsing-provider", "google"], {
    flag: "google",
    preset: "anthropic",
    fallback: "openai",
  }),
  "--parsing-id": model("parsingModels", "id", ["--parsing-id", "x"], {
    flag: "x",
    preset: "y",
    fallback: "p",
  }),
  "--temperature": model("answeringModels", "temperature", ["--temperature", "0"], {
    flag: 0,
    preset: 0.7,
    fallback: 0.1,
  }),
  "--max-tokens": model("parsingModels", "maxTokens", ["--max-tokens", "10"], {
    flag: 10,
    preset: 20,
    fallback: 16_384,
  }),
  "--api-key-env": model("answeringModels", "apiKeyEnv", ["--api-key-env", "X"], {
    flag: "X",
    preset: "Y",
    fallback: null,
  }),
  "--answering-api-key-env": model("answeringModels", "apiKeyEnv", ["--answering-api-key-env", "X"], {
    flag: "X",
    preset: "Y",
    fallback: null,
  }),
  "--parsing-api-key-env": model("parsingModels", "apiKeyEnv", ["--parsing-api-key-env", "X"], {
    flag: "X",
    preset: "Y",
    fallback: null,
  }),
  "--base-url": model(
    "answeringModels",
    "endpointBaseUrl",
    ["--base-url", url("flag")],
    { flag: url("flag"), preset: url("preset"), fallback: null },
    endpoint,
  ),
  "--answering-base-url": model(
    "answeringModels",
    "endpointBaseUrl",
    ["--answering-base-url", url("flag")],
    { flag: url("flag"), preset: url("preset"), fallback: null },
    endpoint,
  ),
  "--parsing-base-url": model(
    "parsingModels",
    "endpointBaseUrl",
    ["--parsing-base-url", url("flag")],
    { flag: url("flag"), preset: url("preset"), fallback: null },
    endpoint,
  ),
  "--interface": model("parsingModels", "interface", ["--interface", "openrouter"], {
    flag: "openrouter",
    preset: "ai_sdk",
    fallback: "ai_sdk",
  }),
  "--answering-interface": model("answeringModels", "interface", ["--answering-interface", "openrouter"], {
    flag: "openrouter",
    preset: "ai_sdk",
    fallback: "ai_sdk",
  }),
  "--parsing-interface": model("parsingModels", "interface", ["--parsing-interface", "openrouter"], {
    flag: "openrouter",
    preset: "ai_sdk",
    fallback: "ai_sdk",
  }),
  "--manual-traces": model(
    "answeringModels",
    "manualTracesPath",
    ["--manual-traces", "/flag.json"],
    { flag: "/flag.json", preset: "/preset.json", fallback: null },
    { interface: "manual" },
  ),
  "--replay": model(
    "parsingModels",
    "replayFile",
    ["--replay", "/flag.jsonl"],
    { flag: "/flag.jsonl", preset: "/preset.jsonl", fallback: null },
    { interface: "replay" },
  ),
};

describe("flag > preset > environment > default", () => {
  test.each(Object.entries(rows))("%s", (_, row) => {
    const environment = row.environment ?? {};
    expect(row.read(resolved(row.argv, row.preset, environment))).toEqual(row.flag);
    expect(row.read(resolved([], row.preset, environment))).toEqual(row.presetValue);
    if (row.environment) expect(row.read(resolved([], models, environment))).toEqual(row.environmentValue);
    expect(row.read(resolved([], models))).toEqual(row.fallback);
  });

  test("the mode decides about rubrics, whatever a preset says", () => {
    const preset: VerificationConfig = {
      ...models,
      evaluationMode: "template_and_rubric",
      rubricEnabled: true,
    };
    expect(resolved(["--evaluation-mode", "template_only"], preset).rubricEnabled).toBe(false);
    expect(resolved([], preset).rubricEnabled).toBe(true);
  });

  test("no flags change nothing", () => {
    const preset: VerificationConfig = { ...models, abstentionEnabled: true, taskOrdering: "random" };
    expect(applyOverrides(overridesFromOptions(optionsOf([])), preset)).toEqual(preset);
  });
});
