import { describeValue, type Environment, isJsonObject } from "../../base/index.ts";
import { defaultInterface, findInterface } from "../../models/index.ts";
import { openAi } from "../../models/vendors/index.ts";
import { embedderReference } from "../model/embedder-reference.ts";
import { present } from "../model/resolved-model.ts";
import { configurationError } from "../problems.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import type { ConfigOverrides, VerificationConfig } from "../settings/settings.generated.ts";
import { withEnvironment } from "../verification/resolve-config.ts";
import { overrideFewShot } from "./override-few-shot.ts";
import { originOf, overrideModels } from "./override-models.ts";
import { overrideProblems, settingOverrides } from "./overrides.ts";

/**
 * The configuration with single values replaced. One that is not given changes nothing. The address for both sides serves
 * the embedding check too where nobody else does.
 *
 * @param environment may name who serves the embedding check
 */
export function applyOverrides(
  overrides: ConfigOverrides,
  base: VerificationConfig = {},
  environment: Environment = {},
): VerificationConfig {
  const settings = settingOverrides(overrides);
  const fewShotConfig = overrideFewShot(settings.fewShotConfig ?? base.fewShotConfig, overrides);
  const config: VerificationConfig = {
    ...withoutSettings(base, [
      ...(settings.evaluationMode === undefined ? [] : (["rubricEnabled"] as const)),
      ...(settings.deepJudgmentMode === undefined ? [] : (["deepJudgmentEnabled"] as const)),
      ...(keyBelongsElsewhere(overrides, base) ? (["embeddingCheckApiKeyEnv"] as const) : []),
    ]),
    ...settings,
    answeringModels: overrideModels(base.answeringModels ?? [], overrides, "answering"),
    parsingModels: overrideModels(base.parsingModels ?? [], overrides, "parsing"),
    ...(fewShotConfig !== undefined && { fewShotConfig }),
    ...(overrides.replay !== undefined && { embeddingCheckReplayFile: overrides.replay }),
  };
  return { ...config, ...embeddingServer(overrides, withEnvironment(config, environment)) };
}

function withoutSettings(
  config: VerificationConfig,
  names: readonly (keyof VerificationConfig)[],
): VerificationConfig {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !names.some((one) => one === name)));
}

/** A key must not travel to another server. */
function keyBelongsElsewhere(
  { embeddingBaseUrl: address, embeddingApiKeyEnv: key }: ConfigOverrides,
  { embeddingCheckBaseUrl: before }: VerificationConfig,
): boolean {
  return address !== undefined && key === undefined && originOf(address) !== originOf(before);
}

/** The address for both sides, and its key, for an embedding check that nobody is named to serve. */
function embeddingServer(
  { baseUrl, apiKeyEnv, embeddingApiKeyEnv = apiKeyEnv }: ConfigOverrides,
  { embeddingCheckEnabled: isOn, ...check }: VerificationConfig,
): VerificationConfig {
  if (baseUrl === undefined || isOn !== true) return {};
  const { embeddingCheckModel: model = settingDefaults.embeddingCheckModel } = check;
  const isServed = present(check.embeddingCheckBaseUrl) || present(check.embeddingCheckReplayFile);
  if (isServed || embedderReference(model, null).provider !== undefined) return {};
  return { embeddingCheckBaseUrl: baseUrl, embeddingCheckApiKeyEnv: embeddingApiKeyEnv ?? null };
}

/**
 * A configuration from single values, over a base where there is one. The evaluation mode also sets whether rubrics
 * are on. A model that is named without provider or address is one of OpenAI.
 *
 * @throws KareninaError `configuration` for names that are none, each with the nearest one, and for values that do not fit.
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
  return overridden(ownMembers(overrides, "The set of overrides"), ownMembers(base ?? {}, "The base"));
}

/** The members of an object that a caller gave, read once: those of its own, of nothing but an object. */
function ownMembers<Given extends object>(given: Given, name: string): Given {
  const prototype = isJsonObject(given) ? Object.getPrototypeOf(given) : undefined;
  if (prototype === Object.prototype || prototype === null) return { ...given };
  throw configurationError(name, [`expected an object of settings, found ${describeValue(given)}`]);
}

function overridden(overrides: ConfigOverrides, base: VerificationConfig): VerificationConfig {
  const problems = overrideProblems(overrides);
  if (problems.length > 0) throw configurationError("The set of overrides", problems, hintFor(overrides));
  const config = applyOverrides(overrides, base);
  const { evaluationMode } = overrides;
  return {
    ...config,
    ...(evaluationMode !== undefined && { rubricEnabled: evaluationMode !== "template_only" }),
    answeringModels: config.answeringModels?.map(ofOpenAiByDefault) ?? [],
    parsingModels: config.parsingModels?.map(ofOpenAiByDefault) ?? [],
  };
}

function hintFor({ interface: both, answeringInterface, parsingInterface }: ConfigOverrides) {
  const isUnknown = (choice: unknown) => typeof choice === "string" && findInterface(choice) === undefined;
  return [both, answeringInterface, parsingInterface].some(isUnknown)
    ? "For an interface of your own give what defineInterface made in place of its name."
    : undefined;
}

function ofOpenAiByDefault(model: ModelConfig): ModelConfig {
  const open = inferredInterface(model) === defaultInterface && !model.modelProvider;
  return open ? { ...model, modelProvider: openAi.name } : model;
}
