import type { ModelConfig } from "../model/model-config.ts";
import { inferredInterface } from "../model/resolved-model.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
import { overrideFewShot } from "./override-few-shot.ts";
import { overrideModels } from "./override-models.ts";
import { type ConfigOverrides, settingOverrides } from "./overrides.ts";

/** The configuration with single values replaced. One that is not given changes nothing. */
export function applyOverrides(
  overrides: ConfigOverrides,
  base: VerificationConfig = {},
): VerificationConfig {
  const settings = settingOverrides(overrides);
  const config: VerificationConfig = {
    ...base,
    ...settings,
    answeringModels: [...overrideModels(base.answeringModels ?? [], overrides, "answering")],
    parsingModels: [...overrideModels(base.parsingModels ?? [], overrides, "parsing")],
  };
  if (settings.evaluationMode !== undefined) delete config.rubricEnabled;
  if (settings.deepJudgmentMode !== undefined) delete config.deepJudgmentEnabled;
  const fewShotConfig = overrideFewShot(config.fewShotConfig, overrides);
  if (fewShotConfig !== undefined) config.fewShotConfig = fewShotConfig;
  if (overrides.replay !== undefined) config.embeddingCheckReplayFile = overrides.replay;
  return config;
}

/**
 * A configuration from single values, over a base where there is one. The evaluation mode also sets whether rubrics
 * are on. A model that is named without provider or address is one of OpenAI.
 *
 * @example
 * verificationConfigFromOverrides({
 *   answeringModel: "claude-haiku-4-5", answeringProvider: "anthropic",
 *   parsingModel: "gpt-5-mini", parsingProvider: "openai",
 * });
 */
export function verificationConfigFromOverrides(
  overrides: ConfigOverrides,
  base?: VerificationConfig,
): VerificationConfig {
  const config = applyOverrides(overrides, base);
  const { evaluationMode } = overrides;
  return {
    ...config,
    ...(evaluationMode !== undefined && { rubricEnabled: evaluationMode !== "template_only" }),
    answeringModels: config.answeringModels?.map(ofOpenAiByDefault) ?? [],
    parsingModels: config.parsingModels?.map(ofOpenAiByDefault) ?? [],
  };
}

function ofOpenAiByDefault(model: ModelConfig): ModelConfig {
  const open = inferredInterface(model) === "ai_sdk" && (model.modelProvider ?? null) === null;
  return open ? { ...model, modelProvider: "openai" } : model;
}
