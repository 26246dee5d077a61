import { definedOnly, type Environment } from "../../base/index.ts";
import type { ModelInterface } from "../../models/definition/index.ts";
import { RetryPolicy } from "../../run/index.ts";
import { environmentSettings } from "../environment/environment-settings.ts";
import { bindInterfaces } from "../model/bind-interfaces.ts";
import { promptedModels } from "../model/prompted-models.ts";
import { resolveModel } from "../model/resolved-model.ts";
import { configurationError, type NameStyle, renderProblem } from "../problems.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { promptInstructions } from "../settings/prompt-instructions.ts";
import type { ResolvedConfig, SettingDefaults } from "../settings/resolved-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { configProblems } from "./config-problems.ts";
import { checkedConfig } from "./read-config.ts";

/** What resolving may depend on. */
interface ResolveOptions {
  /** Default: no variables. */
  readonly environment?: Environment;
  /** How names are written in errors; default `code`. */
  readonly names?: NameStyle;
  /** Ways to reach models that the configuration may name beside those that come with karenina. */
  readonly interfaces?: readonly ModelInterface[] | undefined;
}

/**
 * Fills in what a configuration leaves open — given > environment > default — and checks the whole.
 *
 * @throws KareninaError `configuration` that lists every problem.
 */
export function resolveConfig(config: VerificationConfig, options: ResolveOptions = {}): ResolvedConfig {
  const checked = checkedConfig(
    bindInterfaces(config, options.interfaces),
    options.names,
    options.interfaces,
  );
  const given = withModes(withEnvironment(checked, options.environment ?? {}));
  const settings: SettingDefaults = {
    ...settingDefaults,
    ...pickSettings(given),
  };
  const problems = configProblems(given, settings);
  if (problems.length > 0) {
    throw configurationError(
      "The configuration",
      problems.map((problem) => renderProblem(problem, options.names ?? "code")),
    );
  }
  const retryPolicy = RetryPolicy.parse(given.retryPolicy ?? {});
  const { requestTimeout, modelPrices } = settings;
  const run = { requestTimeout, retryPolicy, modelPrices };
  return {
    ...settings,
    answeringModels: (given.answeringModels ?? []).flatMap((model) =>
      promptedModels(resolveModel(model, "answering", run), given.prompts),
    ),
    parsingModels: (given.parsingModels ?? []).map((model) => resolveModel(model, "parsing", run)),
    retryPolicy,
    promptConfig: promptInstructions(given),
    rubricEnabled: settings.evaluationMode !== "template_only",
  };
}

/** The configuration with the settings that environment variables give where it says nothing. */
export function withEnvironment(config: VerificationConfig, environment: Environment): VerificationConfig {
  return { ...definedOnly(environmentSettings(environment)), ...definedOnly(config) };
}

/** The older on-off switch of deep judgment as a mode. */
function withModes(config: VerificationConfig): VerificationConfig {
  return config.deepJudgmentEnabled === undefined || config.deepJudgmentMode !== undefined
    ? config
    : { ...config, deepJudgmentMode: config.deepJudgmentEnabled ? "full" : "disabled" };
}

function pickSettings(config: VerificationConfig): Partial<SettingDefaults> {
  return Object.fromEntries(Object.entries(config).filter(([name]) => name in settingDefaults));
}
