import { describe, expect, test } from "vitest";
import type { FewShotConfig } from "../settings/few-shot-config.ts";
import type { ConfigOverrides, VerificationConfig } from "../settings/settings.generated.ts";
import { resolveConfig } from "../verification/resolve-config.ts";
import { VerificationConfig as Configuration } from "../verification-config.ts";
import { applyOverrides, verificationConfigFromOverrides } from "./apply-overrides.ts";

const base: VerificationConfig = {
  answeringModels: [
    { id: "one", modelName: "m1", modelProvider: "openai", apiKeyEnv: "KEY", temperature: 0.5 },
    { id: "two", modelName: "m2", modelProvider: "openai" },
  ],
  parsingModels: [{ id: "judge", modelName: "j", endpointBaseUrl: "http://h/v1" }],
};

describe("models", () => {
  test("a name makes the side one model, based on the first; its id stays", () => {
    expect(applyOverrides({ answeringModel: "new" }, base).answeringModels).toEqual([
      { id: "one", modelName: "new", modelProvider: "openai", apiKeyEnv: "KEY", temperature: 0.5 },
    ]);
  });

  test("a temperature alone changes every model of both sides", () => {
    const config = applyOverrides({ temperature: 0 }, base);
    expect(
      [...(config.answeringModels ?? []), ...(config.parsingModels ?? [])].map((model) => model.temperature),
    ).toEqual([0, 0, 0]);
  });

  test("an address moves a side to openai_endpoint, and a provider back; what belonged to the other, keys above all, is left behind", () => {
    const moved = applyOverrides({ baseUrl: "http://x/v1" }, base);
    expect(moved.answeringModels?.[0]).toEqual({
      id: "one",
      modelName: "m1",
      temperature: 0.5,
      interface: "openai_endpoint",
      endpointBaseUrl: "http://x/v1",
    });
    expect(applyOverrides({ parsingProvider: "google" }, moved).parsingModels).toEqual([
      { id: "judge", modelName: "j", interface: "ai_sdk", modelProvider: "google" },
    ]);
  });

  test("another provider does not inherit the key of the one before", () => {
    expect(
      applyOverrides({ answeringProvider: "anthropic" }, base).answeringModels?.[0]?.apiKeyEnv,
    ).toBeUndefined();
  });

  test("another server, or another port, does not inherit a key; another path of the same does", () => {
    const keyed: VerificationConfig = {
      parsingModels: [{ modelName: "j", endpointBaseUrl: "http://h/v1", apiKeyEnv: "KEY" }],
    };
    const keyAt = (parsingBaseUrl: string) =>
      applyOverrides({ parsingBaseUrl }, keyed).parsingModels?.[0]?.apiKeyEnv;
    expect(keyAt("http://other/v1")).toBeUndefined();
    expect(keyAt("http://h:8001/v1")).toBeUndefined();
    expect(keyAt("http://h/v2")).toBe("KEY");
    expect(
      applyOverrides({ parsingBaseUrl: "http://other/v1", parsingApiKeyEnv: "OTHER" }, keyed)
        .parsingModels?.[0]?.apiKeyEnv,
    ).toBe("OTHER");
  });

  test("another model does not inherit prices", () => {
    const priced: VerificationConfig = {
      parsingModels: [{ modelName: "j", modelProvider: "openai", prices: { input: 1, output: 2 } }],
    };
    const pricesOf = (parsingModel: string) =>
      applyOverrides({ parsingModel }, priced).parsingModels?.[0]?.prices;
    expect(pricesOf("other")).toBeUndefined();
    expect(pricesOf("j")).toEqual({ input: 1, output: 2 });
  });

  test("with prepared answers, the server of both sides is the judge's", () => {
    const { answeringModels, parsingModels } = applyOverrides({
      manualTraces: "/t.json",
      parsingModel: "j",
      baseUrl: "http://localhost:1/v1",
    });
    expect(answeringModels).toEqual([{ interface: "manual", manualTracesPath: "/t.json" }]);
    expect(parsingModels).toMatchObject([{ modelName: "j", endpointBaseUrl: "http://localhost:1/v1" }]);
  });

  test("an application takes the place of the models under test, and what is given for both sides is the judge's", () => {
    const command = "python app.py";
    const both = {
      baseUrl: "http://localhost:1/v1",
      temperature: 0.3,
      interface: "openai_endpoint",
    } as const;
    const byCommand = applyOverrides({ command, commandProcesses: 2, ...both }, base);
    expect(byCommand.answeringModels).toEqual([{ interface: "program", command, commandProcesses: 2 }]);
    expect(byCommand.parsingModels).toMatchObject([
      { modelName: "j", endpointBaseUrl: both.baseUrl, temperature: 0.3 },
    ]);
    const byHttp = applyOverrides({ http: "http://h/a", httpAnswer: "$.a", replay: "/r.jsonl" }, base);
    expect(byHttp.answeringModels).toEqual([{ interface: "http", http: "http://h/a", httpAnswer: "$.a" }]);
    expect(byHttp.parsingModels).toMatchObject([{ interface: "replay", replayFile: "/r.jsonl" }]);
    const again = applyOverrides(both, { ...base, answeringModels: [{ id: "rag", command }] });
    expect(again.answeringModels).toEqual([{ id: "rag", command }]);
  });

  test("interface manual is for answers only", () => {
    const config = applyOverrides({ interface: "manual", manualTraces: "/t.json" }, base);
    expect(config.answeringModels).toEqual([
      { id: "one", modelName: "m1", temperature: 0.5, interface: "manual", manualTracesPath: "/t.json" },
    ]);
    expect(config.parsingModels).toEqual(base.parsingModels);
  });

  test("a recording serves both sides and the embedding check", () => {
    const config = applyOverrides({ replay: "/r.jsonl" }, base);
    expect(config.embeddingCheckReplayFile).toBe("/r.jsonl");
    expect(config.parsingModels).toEqual([
      { id: "judge", modelName: "j", interface: "replay", replayFile: "/r.jsonl" },
    ]);
  });
});

describe("examples", () => {
  const questionConfigs = { q: { excludedExamples: [0] } };
  const fewShot = (overrides: ConfigOverrides, fewShotConfig?: FewShotConfig) =>
    applyOverrides(overrides, { fewShotConfig }).fewShotConfig;

  test.each<[ConfigOverrides, FewShotConfig | undefined, unknown]>([
    [{}, undefined, undefined],
    [{ fewShotMode: "all" }, undefined, { poolMode: "all" }],
    [{ fewShotK: 2 }, { questionConfigs }, { poolMode: "k-shot", poolK: 2, questionConfigs }],
    [
      { fewShotMode: "k-shot" },
      { poolK: 7, source: "question_pool" },
      { source: "question_pool", poolMode: "k-shot", poolK: 7 },
    ],
    [
      { fewShotMode: "custom" },
      { source: "disabled", questionConfigs },
      { source: "both", poolMode: "custom", questionConfigs },
    ],
    [
      { fewShotMode: "off" },
      { poolMode: "all", questionConfigs },
      { source: "disabled", poolMode: "all", questionConfigs },
    ],
  ])("%j over %j", (overrides, before, after) => {
    expect(fewShot(overrides, before)).toEqual(after);
  });
});

describe("from overrides alone", () => {
  test("seed 001: the mode decides about rubrics", () => {
    const config = verificationConfigFromOverrides(
      { evaluationMode: "template_only", answeringModel: "a", parsingModel: "p" },
      { ...base, evaluationMode: "template_and_rubric", rubricEnabled: true },
    );
    expect(config.rubricEnabled).toBe(false);
    expect(resolveConfig(config).rubricEnabled).toBe(false);
    const both = verificationConfigFromOverrides({ evaluationMode: "template_and_rubric" }, config);
    expect(both).toMatchObject({ evaluationMode: "template_and_rubric", rubricEnabled: true });
    expect(resolveConfig(both).rubricEnabled).toBe(true);
    expect(verificationConfigFromOverrides({ abstention: true }, both).rubricEnabled).toBe(true);
  });

  test("contract, config §7: every override has its setting", () => {
    const { answeringModels, parsingModels, ...config } = verificationConfigFromOverrides({
      replicateCount: 2,
      abstention: true,
      sufficiency: true,
      combinedChecks: true,
      embeddingCheck: true,
      embeddingThreshold: 0.9,
      embeddingModel: "e",
      deepJudgmentMode: "full",
      deepJudgmentMaxExcerpts: 5,
      deepJudgmentFuzzyThreshold: 0.7,
      deepJudgmentRetryAttempts: 0,
      deepJudgmentSearch: true,
      deepJudgmentSearchTool: "./search.ts",
      deepJudgmentStrategy: "sequential",
      evaluationMode: "rubric_only",
      rubricTraitNames: ["safety"],
      rubricEvaluationStrategy: "sequential",
      asyncExecution: false,
      asyncWorkers: 3,
      maxConcurrentRequests: 4,
      useFullTraceForTemplate: true,
      useFullTraceForRubric: false,
      workspaceOutputMode: "full",
      workspaceOutputDir: "/w",
      workspaceOutputExcludePatterns: ["*.log"],
      fewShotConfig: { poolMode: "all" },
    });
    expect(config).toEqual({
      replicateCount: 2,
      abstentionEnabled: true,
      sufficiencyEnabled: true,
      combinedChecks: true,
      embeddingCheckEnabled: true,
      embeddingCheckThreshold: 0.9,
      embeddingCheckModel: "e",
      deepJudgmentMode: "full",
      deepJudgmentMaxExcerptsPerAttribute: 5,
      deepJudgmentFuzzyMatchThreshold: 0.7,
      deepJudgmentExcerptRetryAttempts: 0,
      deepJudgmentSearchEnabled: true,
      deepJudgmentSearchTool: "./search.ts",
      deepJudgmentStrategy: "sequential",
      evaluationMode: "rubric_only",
      rubricEnabled: true,
      rubricTraitNames: ["safety"],
      rubricEvaluationStrategy: "sequential",
      asyncEnabled: false,
      asyncMaxWorkers: 3,
      maxConcurrentRequests: 4,
      useFullTraceForTemplate: true,
      useFullTraceForRubric: false,
      workspaceOutputMode: "full",
      workspaceOutputDir: "/w",
      workspaceOutputExcludePatterns: ["*.log"],
      fewShotConfig: { poolMode: "all" },
    });
  });

  test("seed 002: names of the rubric's deep judgment, and models without provider", () => {
    const config = verificationConfigFromOverrides({
      deepJudgmentRubricMode: "enable_all",
      deepJudgmentRubricExcerpts: true,
      deepJudgmentRubricMaxExcerpts: 5,
      deepJudgmentRubricFuzzyThreshold: 0.9,
      deepJudgmentRubricRetryAttempts: 3,
      deepJudgmentRubricSearch: true,
      deepJudgmentRubricSearchTool: "tavily",
      deepJudgmentRubricConfig: { global: { safety: { maxExcerpts: 2 } } },
      deepJudgmentRubricStrategy: "batch",
      answeringModel: "gpt-4o",
      answeringId: "answering",
      parsingModel: "gpt-4o",
      parsingId: "parsing",
    });
    expect(config).toEqual({
      deepJudgmentRubricMode: "enable_all",
      deepJudgmentRubricGlobalExcerpts: true,
      deepJudgmentRubricMaxExcerptsDefault: 5,
      deepJudgmentRubricFuzzyMatchThresholdDefault: 0.9,
      deepJudgmentRubricExcerptRetryAttemptsDefault: 3,
      deepJudgmentRubricSearchEnabled: true,
      deepJudgmentRubricSearchTool: "tavily",
      deepJudgmentRubricConfig: { global: { safety: { maxExcerpts: 2 } } },
      deepJudgmentRubricStrategy: "batch",
      answeringModels: [{ id: "answering", modelName: "gpt-4o", modelProvider: "openai" }],
      parsingModels: [{ id: "parsing", modelName: "gpt-4o", modelProvider: "openai" }],
    });
  });

  test("a mode replaces the older switch of the base", () => {
    const config = applyOverrides({ deepJudgmentMode: "disabled" }, { ...base, deepJudgmentEnabled: true });
    expect(resolveConfig(config).deepJudgmentMode).toBe("disabled");
  });
});

describe("overrides that no compiler has looked at", () => {
  const fromOverrides = (overrides: unknown) =>
    verificationConfigFromOverrides(overrides as Parameters<typeof verificationConfigFromOverrides>[0]);

  test.each([
    [{ evaluationmode: "rubric_only" }, 'unknown name "evaluationmode", did you mean "evaluationMode"?'],
    [{ evaluation_mode: "rubric_only" }, 'unknown name "evaluation_mode", did you mean "evaluationMode"?'],
    [{ answering_model: "m" }, 'unknown name "answering_model", did you mean "answeringModel"?'],
    [{ deepJudgment: true }, 'unknown name "deepJudgment", did you mean "deepJudgment'],
    [{ abstentionEnabled: true }, 'unknown name "abstentionEnabled", did you mean "abstention"?'],
    [{ rubricEnabled: true }, 'unknown name "rubricEnabled", a setting of whole configurations'],
    [{ __proto__: null, constructor: 1 }, 'unknown name "constructor"'],
    [{ evaluationMode: "rubric_olny" }, 'found "rubric_olny", did you mean "rubric_only"?'],
    [{ interface: "langchan" }, 'found "langchan", did you mean "langchain"?'],
    [{ fewShotMode: "kshot" }, 'fewShotMode: expected one of off, all, k-shot, custom; found "kshot"'],
    [{ embeddingThreshold: 1.5 }, "embeddingThreshold: "],
    [{ temperature: "hot" }, "temperature: "],
    [{ apiKeyEnv: "sk-litZ9k2Qm47Xw81Vb3" }, "apiKeyEnv: expected the name of an environment variable"],
  ])("%j is refused", (overrides, message) => {
    expect(() => fromOverrides(overrides)).toThrow(message);
    expect(() => fromOverrides(overrides)).not.toThrow("litZ9k2Qm47Xw81Vb3");
  });

  test.each([[null], [[]], [new Map()], [5], [() => ({})], [Object.create({ temperature: 9 })]])(
    "%s is no set of overrides, and no base",
    (given) => {
      expect(() => fromOverrides(given)).toThrow("The set of overrides has a problem: expected an object");
      if (given !== null)
        expect(() => verificationConfigFromOverrides({}, given as never)).toThrow("The base has a problem");
    },
  );

  test("of many names that are none twenty are compared, the rest counted", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`nothing ${at}`, 1]));
    expect(() => fromOverrides(many)).toThrow(/21 problems:[\s\S]*19980 more names that are unknown/);
  });

  test("every problem is listed, and what is undefined is not there", () => {
    expect(() => fromOverrides({ abstentoin: true, asyncWorkers: 0, nothing: undefined })).toThrow(
      /2 problems:\n {2}- unknown name "abstentoin", did you mean "abstention"\?\n {2}- asyncWorkers: /,
    );
  });
});

describe("the address for both sides and the embedding check", () => {
  const check = { embeddingCheck: true, baseUrl: "http://a/v1", apiKeyEnv: "KEY" } as const;
  const served = { embeddingCheckBaseUrl: "http://a/v1", embeddingCheckApiKeyEnv: "KEY" };

  test("it serves the check where nobody else does, with its key", () => {
    expect(applyOverrides(check)).toMatchObject(served);
    expect(applyOverrides({ baseUrl: "http://a/v1" }, {}, { EMBEDDING_CHECK: "true" })).toMatchObject({
      embeddingCheckBaseUrl: "http://a/v1",
      embeddingCheckApiKeyEnv: null,
    });
  });

  test.each<[string, Parameters<typeof applyOverrides>]>([
    ["a flag", [{ ...check, embeddingBaseUrl: "http://b/v1" }]],
    ["a preset", [check, { embeddingCheckBaseUrl: "http://b/v1" }]],
    ["the environment", [check, {}, { EMBEDDING_CHECK_BASE_URL: "http://b/v1" }]],
    ["a vendor", [{ ...check, embeddingModel: "openai/text-embedding-3-small" }]],
    ["a recording", [{ ...check, replay: "r.jsonl" }]],
    ["no check", [{ ...check, embeddingCheck: false }]],
  ])("it does not where there is %s", (_, given) => {
    expect(applyOverrides(...given).embeddingCheckBaseUrl).not.toBe("http://a/v1");
    expect(applyOverrides(...given).embeddingCheckApiKeyEnv).not.toBe("KEY");
  });

  test("a key does not travel to another server", () => {
    const base = { embeddingCheckBaseUrl: "http://b/v1", embeddingCheckApiKeyEnv: "B_KEY" };
    expect(applyOverrides({ embeddingBaseUrl: "http://c/v1" }, base)).not.toHaveProperty(
      "embeddingCheckApiKeyEnv",
    );
    expect(applyOverrides({ embeddingBaseUrl: "http://b/v2" }, base)).toMatchObject({
      embeddingCheckApiKeyEnv: "B_KEY",
    });
  });
});

test("VerificationConfig makes and reads configurations", () => {
  const config = Configuration.fromOverrides({ parsingModel: "m", asyncWorkers: 2 }, base);
  expect(config).toEqual(verificationConfigFromOverrides({ parsingModel: "m", asyncWorkers: 2 }, base));
  expect(Configuration.safeParse(config).success).toBe(true);
  expect(Configuration.safeParse({ asyncMaxWorkers: 0 }).success).toBe(false);
});

test("an interface that is known by no name says how one of one's own is given", () => {
  const given = { answeringInterface: "my_lab", answeringModel: "m" };
  expect(() => verificationConfigFromOverrides(given)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining("what defineInterface made") }),
  );
});
