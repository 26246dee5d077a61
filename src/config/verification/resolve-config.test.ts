import { describe, expect, test } from "vitest";
import { KareninaError } from "../../base/index.ts";
import { environmentSettings } from "../environment/environment-settings.ts";
import { settingDefaults } from "../settings/defaults.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { unavailableSettings } from "../unavailable.ts";
import { checkedConfig } from "./read-config.ts";
import { resolveConfig, withEnvironment } from "./resolve-config.ts";

const endpoint = { modelName: "qwen3", endpointBaseUrl: "http://localhost:8000/v1" };
const models: VerificationConfig = { answeringModels: [endpoint], parsingModels: [endpoint] };

function problemsOf(config: VerificationConfig): string {
  try {
    resolveConfig(config);
  } catch (error) {
    if (KareninaError.isInstance(error) && error.code === "configuration") return error.message;
    throw error;
  }
  throw new Error("no problem was found");
}

describe("defaults", () => {
  test("only the models have to be named", () => {
    const { answeringModels, parsingModels, retryPolicy, promptConfig, rubricEnabled, ...settings } =
      resolveConfig(models);
    expect(settings).toEqual(settingDefaults);
    expect(rubricEnabled).toBe(false);
    expect(promptConfig.parsing).toBeNull();
    expect(retryPolicy.rateLimit.maxAttempts).toBe(5);
    expect(answeringModels[0]).toMatchObject({
      id: "qwen3",
      interface: "openai_endpoint",
      temperature: 0.1,
      maxTokens: 16_384,
      requestTimeout: 120,
      systemPrompt: "You are an expert assistant. Answer the question accurately and concisely.",
    });
    expect(parsingModels[0]?.systemPrompt).toBeNull();
  });

  test("a model takes time limit and retries from the run where it has none", () => {
    const [own, inherited] = resolveConfig({
      ...models,
      answeringModels: [{ ...endpoint, id: "own", requestTimeout: 5 }, endpoint],
      requestTimeout: 60,
      retryPolicy: { connection: { maxAttempts: 0 } },
    }).answeringModels;
    expect(own?.requestTimeout).toBe(5);
    expect(inherited?.requestTimeout).toBe(60);
    expect(inherited?.retryPolicy.connection).toMatchObject({ maxAttempts: 0, backoffMax: 10 });
  });

  test.each([
    [{ modelProvider: "openai", modelName: "m" }, "ai_sdk"],
    [{ modelName: "m", endpointBaseUrl: "http://h" }, "openai_endpoint"],
    [{ manualTracesPath: "answers.json" }, "manual"],
    [{ modelName: "m", replayFile: "calls.jsonl" }, "replay"],
    [{ modelName: "vendor/m", interface: "openrouter" }, "openrouter"],
  ] as const)("the interface of %o is %s", (model, name) => {
    expect(resolveConfig({ ...models, answeringModels: [model] }).answeringModels[0]?.interface).toBe(name);
  });

  test("an empty provider is none", () => {
    const model = { ...endpoint, interface: "openai_endpoint", modelProvider: "" } as const;
    const [resolved] = resolveConfig({ ...models, answeringModels: [model] }).answeringModels;
    expect(resolved?.modelProvider).toBeNull();
    const nameless = { modelName: "m", modelProvider: "" };
    expect(() => resolveConfig({ ...models, answeringModels: [nameless] })).toThrow(/needs .*, found none/);
  });

  test("a setting that is undefined does not hide its default, and a resolved run can be resolved again", () => {
    const resolved = resolveConfig({ ...models, asyncMaxWorkers: undefined });
    expect(resolved.asyncMaxWorkers).toBe(8);
    const { embeddingCheckModel, taskOrdering } = resolveConfig({ ...models, ...settingDefaults });
    expect({ embeddingCheckModel, taskOrdering }).toEqual({
      embeddingCheckModel: "all-MiniLM-L6-v2",
      taskOrdering: "auto",
    });
  });
});

describe("seed 001: modes and rubricEnabled", () => {
  test("an inconsistent combination is refused", () => {
    expect(problemsOf({ ...models, rubricEnabled: true })).toContain(
      'rubricEnabled: evaluation mode "template_only" goes with false, found true',
    );
    expect(resolveConfig({ ...models, rubricEnabled: false }).rubricEnabled).toBe(false);
  });

  test.each(["template_and_rubric", "rubric_only"] as const)("%s goes with true", (evaluationMode) => {
    const config = { ...models, evaluationMode };
    expect(resolveConfig(config).rubricEnabled).toBe(true);
    expect(resolveConfig({ ...config, rubricEnabled: true }).rubricEnabled).toBe(true);
    expect(problemsOf({ ...config, rubricEnabled: false })).toContain("goes with true, found false");
  });

  test("the older switch of deep judgment is understood", () => {
    expect(resolveConfig({ ...models, deepJudgmentEnabled: false }).deepJudgmentMode).toBe("disabled");
    expect(resolveConfig({ ...models, deepJudgmentEnabled: true }).deepJudgmentMode).toBe("full");
    const more: VerificationConfig = { deepJudgmentEnabled: true, deepJudgmentMode: "reasoning_only" };
    expect(resolveConfig({ ...models, ...more }).deepJudgmentMode).toBe("reasoning_only");
    for (const [deepJudgmentEnabled, deepJudgmentMode] of [
      [true, "disabled"],
      [false, "full"],
    ] as const) {
      expect(problemsOf({ ...models, deepJudgmentEnabled, deepJudgmentMode })).toContain(
        `deepJudgmentEnabled: contradicts deep judgment mode "${deepJudgmentMode}"`,
      );
    }
  });
});

describe("problems", () => {
  test("all of them are listed, with their places", () => {
    expect(
      problemsOf({
        answeringModels: [{ modelName: "a" }, { ...endpoint, id: "a", anthropicApiKey: "k" }],
        parsingModels: [{ manualTracesPath: "x" }, {}],
        agenticParsingTrigger: "dynamic",
      }),
    ).toMatchInlineSnapshot(`
      "The configuration has 7 problems:
        - answeringModels[0].modelProvider: interface "ai_sdk" needs a provider (openai, anthropic, google), found none
        - answeringModels[1].anthropicApiKey: is only for interfaces "claude_tool" and "claude_agent_sdk", and for provider "anthropic" of "ai_sdk", "langchain", "workspace_agent" and "langchain_deep_agents"
        - answeringModels[1].id: "a" is the id of another answering model; give each its own
        - parsingModels[0].interface: "manual" can answer but not judge
        - parsingModels[1].modelName: expected the name of a model, found none
        - parsingModels[1].modelProvider: interface "ai_sdk" needs a provider (openai, anthropic, google), found none
        - agenticParsingTrigger: "dynamic" needs agentic parsing to be on"
    `);
  });

  test.each<[VerificationConfig, string]>([
    [{ ...models, answeringModels: [] }, "expected at least one model to test"],
    [{ ...models, parsingModels: [] }, "expected at least one model to judge"],
    [{ ...models, deepJudgmentRubricMode: "custom" }, 'rubric mode "custom" needs it'],
    [
      { ...models, deepJudgmentMode: "reasoning_only", deepJudgmentSearchEnabled: true },
      "search needs excerpts",
    ],
    [
      { ...models, deepJudgmentRubricConfig: { global: {}, globalTraits: {} } },
      '"global" and "global_traits" mean the same',
    ],
    [{ ...models, deepJudgmentSearchTool: "bing" }, 'deepJudgmentSearchTool: expected "tavily"'],
    [{ ...models, deepJudgmentRubricSearchTool: "bing" }, 'deepJudgmentRubricSearchTool: expected "tavily"'],
    [{ ...models, deepJudgmentSearchTool: { find: () => [] } as never }, "an object with a method"],
    [
      { ...models, agenticParsing: true, agenticParsingMaterializeTrace: true },
      'does not see the trace with context "workspace_only"',
    ],
    [{ ...models, agenticParsing: true, evaluationMode: "rubric_only" }, "nothing to parse"],
    [{ ...models, fewShotConfig: { poolMode: "k-shot", poolK: 0 } }, "from 1 upwards, found 0"],
    [
      { ...models, fewShotConfig: { poolMode: "k-shot", questionConfigs: { q: { k: -1 } } } },
      "questionConfigs.q.k: expected a whole number from 1 upwards, found -1",
    ],
    [{ ...models, rubricTraitNames: [] }, "expected at least one name; leave it out to judge all"],
    [
      { ...models, embeddingCheckEnabled: true, evaluationMode: "template_and_rubric" },
      'nobody is named who serves "all-MiniLM-L6-v2"',
    ],
    [{ ...models, answererConcurrencyLimits: { other: 2 } }, 'no answering model has the id "other"'],
    [
      { ...models, answeringModels: [{ ...endpoint, endpointApiKey: "k", apiKeyEnv: "K" }] },
      "the key is also given inline",
    ],
    [
      { ...models, answeringModels: [{ ...endpoint, extraKwargs: { api_key: "k" } }] },
      '"api_key" has its own setting',
    ],
  ])("%#: %s", (config, message) => {
    expect(problemsOf(config)).toContain(message);
  });

  test("there is nothing to compare by meaning without a template", () => {
    const config: VerificationConfig = {
      ...models,
      embeddingCheckEnabled: true,
      evaluationMode: "rubric_only",
    };
    expect(resolveConfig(config).evaluationMode).toBe("rubric_only");
  });

  test("a masked key of a Python preset counts as absent", () => {
    const [model] = resolveConfig({
      ...models,
      answeringModels: [{ ...endpoint, endpointApiKey: "**********" }],
    }).answeringModels;
    expect(model?.endpointApiKey).toBeNull();
  });
});

describe("what this version does not have", () => {
  const other: Readonly<Record<string, unknown>> = {
    parsingOnly: true,
    dbConfig: { url: "sqlite://" },
    replayParseOnHydrationMismatch: "strict",
    customErrorPatterns: [{ pattern: "x", category: "timeout" }],
  };

  test.each(unavailableSettings)("%s is refused at any value but its default", (setting) => {
    const config = { ...models, [setting]: other[setting] } as VerificationConfig; // every value fits its setting
    expect(checkedConfig(config)).toBeDefined();
    expect(problemsOf(config)).toContain(`${setting}: `);
    expect(problemsOf(config)).toContain("is not available in this version");
    expect(() => resolveConfig({ ...models, [setting]: settingDefaults[setting] })).not.toThrow();
  });
});

describe("environment", () => {
  test("fills in what is not given, and nothing else", () => {
    const environment = {
      EMBEDDING_CHECK: "yes",
      EMBEDDING_CHECK_MODEL: "openai/e",
      EMBEDDING_CHECK_THRESHOLD: "0.5",
      KARENINA_ASYNC_ENABLED: "False",
      KARENINA_ASYNC_MAX_WORKERS: "3",
      KARENINA_MAX_CONCURRENT_LLM_REQUESTS: "9",
      KARENINA_EXPOSE_GROUND_TRUTH: "on",
    };
    const resolved = resolveConfig({ ...models, asyncMaxWorkers: 5 }, { environment });
    expect(resolved).toMatchObject({
      embeddingCheckEnabled: true,
      embeddingCheckModel: "openai/e",
      embeddingCheckThreshold: 0.5,
      asyncEnabled: false,
      asyncMaxWorkers: 5,
      maxConcurrentRequests: 9,
      exposeGroundTruth: true,
    });
    expect(withEnvironment({}, { EMBEDDING_CHECK: " " })).toEqual({});
  });

  test("values that cannot be read are named together", () => {
    expect(() =>
      resolveConfig(models, {
        environment: { EMBEDDING_CHECK_THRESHOLD: "2", KARENINA_ASYNC_MAX_WORKERS: "many" },
      }),
    ).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: The environment has 2 problems:
        - environment variable EMBEDDING_CHECK_THRESHOLD: expected a number from 0 to 1, found "2"
        - environment variable KARENINA_ASYNC_MAX_WORKERS: expected a whole number from 1 upwards, found "many"]
    `);
  });
});

test.each(["constructor", "maybe"])("the environment: %s is no boolean", (text) => {
  expect(() => environmentSettings({ EMBEDDING_CHECK: text })).toThrow("expected true or false");
});

test.each([
  [{ deepJudgmentRubricMode: "all" }, "deepJudgmentRubricMode: expected one of disabled, "],
  [
    { evaluationMode: "bogus" },
    'expected one of template_only, template_and_rubric, rubric_only; found "bogus"',
  ],
  [{ deepJudgmentFuzzyMatchThreshold: 1.5 }, "deepJudgmentFuzzyMatchThreshold: "],
  [{ deepJudgmentMaxExcerptsPerAttribute: 0 }, "deepJudgmentMaxExcerptsPerAttribute: "],
  [{ evaluation_mode: "rubric_only" }, 'unknown key "evaluation_mode", did you mean "evaluationMode"?'],
  [{ replicateCuont: 2 }, 'unknown key "replicateCuont", did you mean "replicateCount"?'],
  [
    { parsingModels: [{ modelNam: "j" }] },
    'parsingModels[0]: unknown key "modelNam", did you mean "modelName"?',
  ],
])("names and values that are none are refused, whoever calls: %j", (more, message) => {
  const given = { ...models, ...more } as Parameters<typeof resolveConfig>[0];
  expect(() => resolveConfig(given)).toThrow(message);
});
