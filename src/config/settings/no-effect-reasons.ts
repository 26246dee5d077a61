import type { RunOutline } from "./run-outline.ts";

/** Why settings do nothing in a run; undefined: they do something. */
type Reason = (run: RunOutline) => string | undefined;

const where =
  (condition: (run: RunOutline) => boolean, reason: string): Reason =>
  (run) =>
    condition(run) ? reason : undefined;

const noTemplates = where(
  ({ config }) => config.evaluationMode === "rubric_only",
  "evaluation mode rubric_only has no templates",
);

/** Why no trait is judged from passages. */
const nothingDeep: Reason = ({ config, deepJudged }) => {
  const reasons = {
    disabled: "deep_judgment_rubric_mode is disabled",
    enable_all: "no trait of the run is judged by a model",
    use_checkpoint: "no trait of the run asks for it",
    custom: "deep_judgment_rubric_config enables no trait of the run",
  } as const;
  return deepJudged.any ? undefined : reasons[config.deepJudgmentRubricMode];
};

const finalMessageOnly = "only the final message is judged, which is the model's own";

/** The reasons why a setting may do nothing. Of several that hold for one setting the first is said. */
export const noEffectReasons = {
  noTemplates,
  noTemplatesNorRefusals: (run) => (run.config.abstentionEnabled ? undefined : noTemplates(run)),
  noTraits: where(
    ({ config }) => config.evaluationMode === "template_only",
    "evaluation mode template_only judges no traits",
  ),
  noLlmTraits: where(({ hasLlmTraits }) => !hasLlmTraits, "the run has no LLM traits"),
  notBothChecks: where(
    ({ config }) => !config.abstentionEnabled || !config.sufficiencyEnabled,
    "it is for abstention_enabled and sufficiency_enabled together",
  ),
  noEmbeddingCheck: where(({ config }) => !config.embeddingCheckEnabled, "embedding_check_enabled is false"),
  noDeepTemplates: where(
    ({ config }) => config.deepJudgmentMode === "disabled",
    "deep_judgment_mode is disabled",
  ),
  agentsFillIn: where(
    ({ config }) => config.agenticParsing,
    "agentic parsing fills templates in from what the judge finds out",
  ),
  onlyReasons: where(
    ({ config }) => config.deepJudgmentMode === "reasoning_only",
    "reasoning_only has no excerpts",
  ),
  noTemplateSearch: where(
    ({ config }) => !config.deepJudgmentSearchEnabled,
    "deep_judgment_search_enabled is false",
  ),
  nothingDeep,
  nothingDeepOfAnotherMode: (run) =>
    run.config.deepJudgmentRubricMode === "custom" ? undefined : nothingDeep(run),
  notEveryTrait: where(
    ({ config }) => config.deepJudgmentRubricMode !== "enable_all",
    "it goes with the rubric mode enable_all",
  ),
  notCustom: where(
    ({ config }) => config.deepJudgmentRubricMode !== "custom",
    "it goes with the rubric mode custom",
  ),
  noTraitExcerpts: where(({ deepJudged }) => !deepJudged.withExcerpts, "no trait is judged with excerpts"),
  templateFromFinalMessage: where(({ config }) => !config.useFullTraceForTemplate, finalMessageOnly),
  traitsFromFinalMessage: where(({ config }) => !config.useFullTraceForRubric, finalMessageOnly),
  noTraitSearch: where(({ deepJudged }) => !deepJudged.lookedUp, "no trait is looked up"),
  noAgenticParsing: where(({ config }) => !config.agenticParsing, "agentic_parsing is false"),
  noTraceFile: where(
    ({ config }) => !config.agenticParsingMaterializeTrace,
    "the trace is not given as a file",
  ),
  noAgenticTraits: where(({ hasAgenticTraits }) => !hasAgenticTraits, "the run has no agentic traits"),
  noWorkspaces: where(({ hasWorkspaces }) => !hasWorkspaces, "no agent of the run works in a folder"),
  nothingKept: where(({ config }) => config.workspaceOutputMode === "none", "workspace_output_mode is none"),
  oneAtATime: where(({ config }) => !config.asyncEnabled, "async_enabled is false"),
  noScenarios: where(({ hasScenarios }) => !hasScenarios, "the run has no scenarios"),
  outagesPutBack: () => "what an outage has cut short is put back until the model is there",
} as const satisfies Readonly<Record<string, Reason>>;
export type NoEffectReason = keyof typeof noEffectReasons;
