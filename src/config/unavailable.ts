import type { ModelConfig } from "./model/model-config.ts";
import type { ConfigProblem } from "./problems.ts";
import { settingDefaults } from "./verification/defaults.ts";
import type { SettingDefaults } from "./verification/resolved-config.ts";

/**
 * Settings whose stages this version does not have: any value but the default is refused.
 * Whoever builds a stage deletes its lines here.
 */
export const unavailableSettings = [
  "parsingOnly",
  "deepJudgmentMode",
  "deepJudgmentSearchEnabled",
  "deepJudgmentRubricMode",
  "deepJudgmentRubricSearchEnabled",
  "agenticParsing",
  "workspaceOutputMode",
  "dbConfig",
  "replayParseOnHydrationMismatch",
  "customErrorPatterns",
] as const satisfies readonly (keyof SettingDefaults)[];

/** The same for models: any value at all is refused. */
export const unavailableModelSettings = [
  "mcpUrlsDict",
  "mcpToolFilter",
  "mcpToolDescriptionOverrides",
  "mcpHttpTimeout",
  "mcpSseReadTimeout",
  "agentRuntime",
  "agentMiddleware",
  "maxContextTokens",
] as const satisfies readonly (keyof ModelConfig)[];

const notAvailable = "is not available in this version";

/** A problem for each setting that asks for something this version does not have. */
export function unavailableProblems(settings: SettingDefaults): readonly ConfigProblem[] {
  return unavailableSettings
    .filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(settingDefaults[name]))
    .map((name) => ({
      path: [name],
      message: `${shown(settings[name])} ${notAvailable}; leave it at ${JSON.stringify(settingDefaults[name])}`,
    }));
}

const shown = (value: unknown) =>
  typeof value === "object" && value !== null ? "this" : JSON.stringify(value);

/** A problem for each model setting that asks for something this version does not have. */
export function unavailableModelProblems(model: ModelConfig): readonly ConfigProblem[] {
  return unavailableModelSettings
    .filter((name) => !isEmpty(model[name]))
    .map((name) => ({ path: [name], message: `${notAvailable}; leave it out` }));
}

/** Python presets write empty lists and objects for what was not set. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0)
  );
}
