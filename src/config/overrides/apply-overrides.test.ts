import { describe, expect, test } from "vitest";
import { resolveConfig } from "../verification/resolve-config.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
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

describe("from overrides alone", () => {
  test("seed 001: the mode decides about rubrics", () => {
    const config = verificationConfigFromOverrides(
      { evaluationMode: "template_only", answeringModel: "a", parsingModel: "p" },
      { ...base, evaluationMode: "template_and_rubric", rubricEnabled: true },
    );
    expect(resolveConfig(config).rubricEnabled).toBe(false);
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
      answeringModels: [{ id: "answering", modelName: "gpt-4o", modelProvider: "openai" }],
      parsingModels: [{ id: "parsing", modelName: "gpt-4o", modelProvider: "openai" }],
    });
  });
});
