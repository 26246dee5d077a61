// What a user brings
export type { SearchFunction, SearchObject } from "../search/index.ts";
// Environment
export { settingVariables } from "./environment/environment-settings.ts";
// Examples before a question
export { fewShot } from "./few-shot/few-shot.ts";
export { choiceProblems, fewShotError, fewShotExamples } from "./few-shot/few-shot-examples.ts";
export { applicationProblems } from "./model/application-problems.ts";
export { bindInterfaces } from "./model/bind-interfaces.ts";
// Models
export { embedderReference } from "./model/embedder-reference.ts";
export { modelProblems } from "./model/model-problems.ts";
export { namedServers } from "./model/named-servers.ts";
export { distinctModels, withoutPrompt } from "./model/prompted-models.ts";
export { inferredId, present, resolveModel } from "./model/resolved-model.ts";
export { isUnsandboxed, runtimeDefaults } from "./model/runtime.ts";
export { tighterRuntime } from "./model/tighter-runtime.ts";
// Single values
export { applyOverrides, verificationConfigFromOverrides } from "./overrides/apply-overrides.ts";
export { overriddenSettings } from "./overrides/overrides.ts";
// Presets
export { deletePreset } from "./presets/delete-preset.ts";
export type { Preset } from "./presets/load-preset.ts";
export { loadPreset } from "./presets/load-preset.ts";
export { checkPresetTexts, presetFileName } from "./presets/preset-name.ts";
export { listPresets, presetDirectory, resolvePresetPath } from "./presets/preset-path.ts";
export { absolutePaths } from "./presets/preset-paths.ts";
export { presetSchema } from "./presets/preset-schema.ts";
export { savePreset } from "./presets/save-preset.ts";
export { withoutLocalPaths } from "./presets/without-local-paths.ts";
export { refuseEmbeddedSecrets, refuseLiteralKeys, withoutSecrets } from "./presets/without-secrets.ts";
// What is wrong with a configuration
export { configurationError, fileName, renderProblem } from "./problems.ts";
// Search tools
export type { SearchTools } from "./search-tools/bind-search-tools.ts";
export { bindSearchTools } from "./search-tools/bind-search-tools.ts";
export type { OwnSearch } from "./search-tools/own-search.ts";
export { isOwnSearch } from "./search-tools/own-search.ts";
export type { SearchToolSpec } from "./search-tools/search-tool-spec.ts";
export { parseSearchTool } from "./search-tools/search-tool-spec.ts";
export type { SearchNeeds } from "./search-tools/used-search-tools.ts";
export { searchSettings, usedSearchTools } from "./search-tools/used-search-tools.ts";
export { settingDefaults } from "./settings/defaults.ts";
export { FewShotConfig } from "./settings/few-shot-config.ts";
export { inferredInterface } from "./settings/inferred-interface.ts";
export type { InterfaceChoice } from "./settings/interface-choice.ts";
export { isInterfaceDefinition } from "./settings/interface-choice.ts";
export { ModelConfig, StoredModel } from "./settings/model-config.ts";
export { modelDefaults } from "./settings/model-defaults.ts";
export type { ResolvedConfig } from "./settings/resolved-config.ts";
// Settings without effect
export type { RunOutline } from "./settings/run-outline.ts";
export { settingRows } from "./settings/run-settings.ts";
export type { SearchTool, searchToolSettings } from "./settings/search-tool.ts";
export type { Setting } from "./settings/setting.ts";
// Rows of settings
export type { SettingQuestion, SettingsSoFar } from "./settings/setting-question.ts";
export type { ConfigOverrides } from "./settings/settings.generated.ts";
export { stageSettings } from "./settings/stage-settings.ts";
// What a configuration does beyond asking models
export { listSideEffects } from "./side-effects/side-effects.ts";
// The configuration of a run
export { unavailableSettings } from "./unavailable.ts";
export { configFingerprint, judgingFingerprint, modelFingerprint } from "./verification/fingerprint.ts";
export { decodeConfig, noteConfig } from "./verification/read-config.ts";
export { readTraitConfig } from "./verification/read-trait-config.ts";
export { readModelPrices, readPrompts } from "./verification/read-yaml-settings.ts";
export { resolveConfig, withEnvironment } from "./verification/resolve-config.ts";
export { VerificationConfig } from "./verification-config.ts";
export type { RunSetting } from "./without-effect/setting-rows.ts";
export { describeSettingsWithoutEffect } from "./without-effect/settings-without-effect.ts";
