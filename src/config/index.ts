// What runs left behind
export type {
  Leftover,
  LeftoverList,
  LeftoverPlace,
  LeftoverRemoval,
  LeftoverState,
} from "../workspaces/index.ts";
// Environment
export { environmentSettings, settingVariables } from "./environment/environment-settings.ts";
// Examples before a question
export { fewShot } from "./few-shot/few-shot.ts";
export type { ExampleChoice, QuestionFewShotConfig } from "./few-shot/few-shot-config.ts";
export { FewShotConfig } from "./few-shot/few-shot-config.ts";
export type { RunSetting } from "./idle/setting-rows.ts";
export { listLeftovers, removeLeftovers } from "./leftovers.ts";
// Models
export { ModelConfig } from "./model/model-config.ts";
export { inferredId, inferredInterface, modelDefaults } from "./model/resolved-model.ts";
// Single values
export { applyOverrides, verificationConfigFromOverrides } from "./overrides/apply-overrides.ts";
export type { ConfigOverrides } from "./overrides/overrides.ts";
export { overriddenSettings } from "./overrides/overrides.ts";
// Presets
export { deletePreset } from "./presets/delete-preset.ts";
export type { Preset } from "./presets/load-preset.ts";
export { loadPreset } from "./presets/load-preset.ts";
export { checkPresetTexts, presetFileName } from "./presets/preset-name.ts";
export type { PresetEntry, PresetPlace } from "./presets/preset-path.ts";
export { listPresets, presetDirectory, resolvePresetPath } from "./presets/preset-path.ts";
export { absolutePaths } from "./presets/preset-paths.ts";
export type { SavePresetOptions } from "./presets/save-preset.ts";
export { savePreset } from "./presets/save-preset.ts";
export { withoutLocalPaths } from "./presets/without-local-paths.ts";
export { refuseLiteralKeys, withoutSecrets } from "./presets/without-secrets.ts";
// Rubrics of a benchmark
export type { RubricCheck } from "./rubrics/check-rubrics.ts";
export { checkRubrics, obstacleOf } from "./rubrics/check-rubrics.ts";
export { globalTraitsOfRun, questionTraitsOfRun } from "./rubrics/plan-rubrics.ts";
export { benchmarkTraitNames } from "./rubrics/question-rubric.ts";
export { Benchmark } from "./running/benchmark.ts";
export type { CheckBudget } from "./running/check-budget.ts";
export { checkBudget } from "./running/check-budget.ts";
// Running
export { checkTemplateSource } from "./running/check-template-source.ts";
export type { TemplateCheck } from "./running/check-templates.ts";
export { checkTemplates } from "./running/check-templates.ts";
export { collectResults } from "./running/collect-results.ts";
export { requireDistinctFiles, settingFiles } from "./running/distinct-files.ts";
export type { RunPlan } from "./running/plan-run.ts";
export { planRun } from "./running/plan-run.ts";
export { resultOrder } from "./running/result-order.ts";
export type { RunLogSubject } from "./running/run-log.ts";
export { runLog } from "./running/run-log.ts";
export type { RunQuestionsOptions, RunResults } from "./running/run-questions.ts";
export { runQuestions } from "./running/run-questions.ts";
export type { RunVerificationOptions } from "./running/run-verification.ts";
export { runVerification } from "./running/run-verification.ts";
export { selectedQuestions } from "./running/selected-questions.ts";
export { pythonTemplateWarning, templateWarnings } from "./running/template-warnings.ts";
// What a configuration can do
export { powersOf } from "./trust/powers.ts";
export { unavailableSettings } from "./unavailable.ts";
// The run's configuration
export { settingDefaults } from "./verification/defaults.ts";
export type { ErrorPatternConfig } from "./verification/error-pattern.ts";
export { configFingerprint } from "./verification/fingerprint.ts";
export type { PromptInstructions } from "./verification/instructions.ts";
export { checkedConfig, decodeConfig, encodeConfig } from "./verification/read-config.ts";
export { readTraitConfig } from "./verification/read-trait-config.ts";
export type { ResolveOptions } from "./verification/resolve-config.ts";
export { resolveConfig, withEnvironment } from "./verification/resolve-config.ts";
export type { ResolvedConfig, SettingDefaults } from "./verification/resolved-config.ts";
export { VerificationConfig } from "./verification/verification-config.ts";
// Searches
export type { SearchFunction, SearchObject } from "./wiring/search.ts";
