import type { SettingDefaults } from "../verification/resolved-config.ts";
import type { RunOutline } from "./run-outline.ts";

/** What can be said of a run: its settings, and where its benchmark's folders are. */
export type RunSetting = keyof SettingDefaults | "workspaceRoot";

/** Settings that do nothing in a run, and when, and why. */
export interface IdleRow {
  readonly settings: readonly RunSetting[];
  /** Undefined: they do something. */
  readonly reason: (run: RunOutline) => string | undefined;
}

const row = (reason: IdleRow["reason"], ...settings: readonly RunSetting[]): IdleRow => ({
  settings,
  reason,
});
const always = (reason: string) => () => reason;
const where =
  (condition: (run: RunOutline) => boolean, reason: string): IdleRow["reason"] =>
  (run) =>
    condition(run) ? reason : undefined;

const noTemplates = where(
  ({ config }) => config.evaluationMode === "rubric_only",
  "evaluation mode rubric_only has no templates",
);
const noTraits = where(
  ({ config }) => config.evaluationMode === "template_only",
  "evaluation mode template_only judges no traits",
);

const ofExcerpts = [
  "deepJudgmentMaxExcerptsPerAttribute",
  "deepJudgmentFuzzyMatchThreshold",
  "deepJudgmentExcerptRetryAttempts",
  "deepJudgmentExcerptSources",
] as const;
const ofDeepTemplates = [
  ...ofExcerpts,
  "deepJudgmentSearchEnabled",
  "deepJudgmentSearchTool",
  "deepJudgmentStrategy",
] as const;
const ofTraitExcerpts = [
  "deepJudgmentRubricMaxExcerptsDefault",
  "deepJudgmentRubricFuzzyMatchThresholdDefault",
  "deepJudgmentRubricExcerptRetryAttemptsDefault",
  "deepJudgmentRubricExcerptSources",
] as const;
const ofTraitSearch = ["deepJudgmentRubricSearchEnabled", "deepJudgmentRubricSearchTool"] as const;
const ofDeepTraits = [
  "deepJudgmentRubricGlobalExcerpts",
  "deepJudgmentRubricStrategy",
  ...ofTraitExcerpts,
  ...ofTraitSearch,
] as const;
const ofAgenticParsing = [
  "agenticParsingTrigger",
  "agenticJudgeContext",
  "agenticParsingMaxTurns",
  "agenticParsingTimeout",
  "agenticParsingMaterializeTrace",
  "agenticParsingPersistTrace",
] as const;
const ofAgenticTraits = ["agenticRubricStrategy", "agenticRubricParallel"] as const;
const ofOutput = ["workspaceOutputDir", "workspaceOutputExcludePatterns"] as const;
const ofEmbeddings = [
  "embeddingCheckModel",
  "embeddingCheckThreshold",
  "embeddingCheckBaseUrl",
  "embeddingCheckApiKeyEnv",
] as const;

const finalMessageOnly = "only the final message is judged, which is the model's own";

/** Why no trait is judged from passages. */
const nothingDeep: IdleRow["reason"] = ({ config, deepJudged }) => {
  const reasons = {
    disabled: "deep_judgment_rubric_mode is disabled",
    enable_all: "no trait of the run is judged by a model",
    use_checkpoint: "no trait of the run asks for it",
    custom: "deep_judgment_rubric_config enables no trait of the run",
  } as const;
  return deepJudged.any ? undefined : reasons[config.deepJudgmentRubricMode];
};

/** Every setting that can do nothing. Of several reasons for one setting the first counts. */
export const idleRows: readonly IdleRow[] = [
  row(
    noTemplates,
    ...(["sufficiencyEnabled", "combinedChecks", "includeExtractionHints", "exposeGroundTruth"] as const),
    ...(["embeddingCheckEnabled", ...ofEmbeddings, "deepJudgmentMode", ...ofDeepTemplates] as const),
    ...(["agenticParsing", ...ofAgenticParsing] as const),
  ),
  row((run) => (run.config.abstentionEnabled ? undefined : noTemplates(run)), "useFullTraceForTemplate"),
  row(
    noTraits,
    ...(["rubricEvaluationStrategy", "useFullTraceForRubric"] as const),
    ...(["deepJudgmentRubricMode", "deepJudgmentRubricConfig", ...ofDeepTraits] as const),
    ...ofAgenticTraits,
  ),
  row(
    where(({ hasLlmTraits }) => !hasLlmTraits, "the run has no LLM traits"),
    "rubricEvaluationStrategy",
  ),
  row(
    where(
      ({ config }) => !config.abstentionEnabled || !config.sufficiencyEnabled,
      "it is for abstention_enabled and sufficiency_enabled together",
    ),
    "combinedChecks",
  ),
  row(
    where(({ config }) => !config.embeddingCheckEnabled, "embedding_check_enabled is false"),
    ...ofEmbeddings,
  ),
  row(
    where(({ config }) => config.deepJudgmentMode === "disabled", "deep_judgment_mode is disabled"),
    ...ofDeepTemplates,
  ),
  row(
    where(
      ({ config }) => config.agenticParsing,
      "agentic parsing fills templates in from what the judge finds out",
    ),
    "deepJudgmentMode",
    ...ofDeepTemplates,
  ),
  row(
    where(({ config }) => config.deepJudgmentMode === "reasoning_only", "reasoning_only has no excerpts"),
    ...ofExcerpts,
    "deepJudgmentSearchEnabled",
    "deepJudgmentSearchTool",
  ),
  row(
    where(({ config }) => !config.deepJudgmentSearchEnabled, "deep_judgment_search_enabled is false"),
    "deepJudgmentSearchTool",
  ),
  row(nothingDeep, "deepJudgmentRubricMode", ...ofDeepTraits),
  row(
    (run) => (run.config.deepJudgmentRubricMode === "custom" ? undefined : nothingDeep(run)),
    "deepJudgmentRubricConfig",
  ),
  row(
    where(
      ({ config }) => config.deepJudgmentRubricMode !== "enable_all",
      "it goes with the rubric mode enable_all",
    ),
    "deepJudgmentRubricGlobalExcerpts",
  ),
  row(
    where(({ config }) => config.deepJudgmentRubricMode !== "custom", "it goes with the rubric mode custom"),
    "deepJudgmentRubricConfig",
  ),
  row(
    where(({ deepJudged }) => !deepJudged.withExcerpts, "no trait is judged with excerpts"),
    ...ofTraitExcerpts,
    ...ofTraitSearch,
  ),
  row(
    where(({ config }) => !config.useFullTraceForTemplate, finalMessageOnly),
    "deepJudgmentExcerptSources",
  ),
  row(
    where(({ config }) => !config.useFullTraceForRubric, finalMessageOnly),
    "deepJudgmentRubricExcerptSources",
  ),
  row(
    where(({ deepJudged }) => !deepJudged.lookedUp, "no trait is looked up"),
    ...ofTraitSearch,
  ),
  row(
    where(({ config }) => !config.agenticParsing, "agentic_parsing is false"),
    ...ofAgenticParsing,
  ),
  row(
    where(({ config }) => !config.agenticParsingMaterializeTrace, "the trace is not given as a file"),
    "agenticParsingPersistTrace",
  ),
  row(
    where(({ hasAgenticTraits }) => !hasAgenticTraits, "the run has no agentic traits"),
    ...ofAgenticTraits,
  ),
  row(
    where(({ hasWorkspaces }) => !hasWorkspaces, "no agent of the run works in a folder"),
    ...(["workspaceCopy", "workspaceCleanup", "workspaceOutputMode", ...ofOutput] as const),
    "workspaceRoot",
  ),
  row(
    where(({ config }) => config.workspaceOutputMode === "none", "workspace_output_mode is none"),
    ...ofOutput,
  ),
  row(
    where(({ config }) => !config.asyncEnabled, "async_enabled is false"),
    "asyncMaxWorkers",
  ),
  row(always("this version runs no scenarios"), "scenarioTurnLimit"),
  row(always("what an outage has cut short is put back until the model is there"), "maxRequeueCount"),
];
