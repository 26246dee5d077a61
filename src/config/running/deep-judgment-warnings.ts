import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import { deepJudgedTraits } from "./deep-judged-traits.ts";
import { rubricDeepJudgment } from "./deep-judgment-options.ts";
import { idleSettings as idle } from "./idle-settings.ts";
import { listedNames } from "./listed-names.ts";
import { searchNeeds } from "./search-needs.ts";

const ofExcerpts = [
  "deepJudgmentMaxExcerptsPerAttribute",
  "deepJudgmentFuzzyMatchThreshold",
  "deepJudgmentExcerptRetryAttempts",
  "deepJudgmentExcerptSources",
] as const;
const ofTemplates = [
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
const ofTraits = [
  "deepJudgmentRubricGlobalExcerpts",
  "deepJudgmentRubricConfig",
  "deepJudgmentRubricStrategy",
  ...ofTraitExcerpts,
  ...ofTraitSearch,
] as const;

const finalMessageOnly = "only the final message is judged, which is the model's own";

/** Settings of deep judgment that do nothing in a run, one sentence for each reason. */
export function deepJudgmentWarnings(
  planned: readonly QuestionWithRubric[],
  config: ResolvedConfig,
): readonly string[] {
  return [...templateWarnings(config), ...rubricWarnings(planned, config)];
}

function templateWarnings(config: ResolvedConfig): readonly string[] {
  const mode = config.deepJudgmentMode;
  if (mode === "disabled") return idle(config, ofTemplates, "deep_judgment_mode is disabled");
  if (config.evaluationMode === "rubric_only")
    return idle(config, ["deepJudgmentMode"], "evaluation mode rubric_only has no templates");
  if (config.agenticParsing)
    return idle(
      config,
      ["deepJudgmentMode", ...ofTemplates],
      "agentic parsing fills templates in from what the judge finds out",
    );
  if (mode === "reasoning_only")
    return idle(config, [...ofExcerpts, "deepJudgmentSearchTool"], "reasoning_only has no excerpts");
  return [
    ...(config.deepJudgmentSearchEnabled
      ? []
      : idle(config, ["deepJudgmentSearchTool"], "deep_judgment_search_enabled is false")),
    ...(config.useFullTraceForTemplate ? [] : idle(config, ["deepJudgmentExcerptSources"], finalMessageOnly)),
  ];
}

function rubricWarnings(planned: readonly QuestionWithRubric[], config: ResolvedConfig): readonly string[] {
  const mode = config.deepJudgmentRubricMode;
  if (mode === "disabled")
    return [...askingInVain(planned), ...idle(config, ofTraits, "deep_judgment_rubric_mode is disabled")];
  const options = rubricDeepJudgment(config, null);
  if (options === undefined)
    return idle(config, ["deepJudgmentRubricMode"], "evaluation mode template_only judges no traits");
  const traits = deepJudgedTraits(planned, options);
  if (traits.length === 0) return [`Deep judgment of traits has no effect: ${nothingJudged[mode]}.`];
  const withExcerpts = traits.some(({ excerptEnabled }) => excerptEnabled);
  return [
    ...(mode === "enable_all"
      ? []
      : idle(config, ["deepJudgmentRubricGlobalExcerpts"], "it goes with the rubric mode enable_all")),
    ...(mode === "custom"
      ? []
      : idle(config, ["deepJudgmentRubricConfig"], "it goes with the rubric mode custom")),
    ...(withExcerpts ? [] : idle(config, ofTraitExcerpts, "no trait is judged with excerpts")),
    ...(withExcerpts && !config.useFullTraceForRubric
      ? idle(config, ["deepJudgmentRubricExcerptSources"], finalMessageOnly)
      : []),
    ...(searchNeeds(config, planned).rubric
      ? []
      : idle(config, ofTraitSearch, `no trait is ${withExcerpts ? "looked up" : "judged with excerpts"}`)),
  ];
}

function askingInVain(planned: readonly QuestionWithRubric[]): readonly string[] {
  const traits = planned.flatMap(({ rubric }) => (rubric === null ? [] : judgedTraits(rubric)));
  const asking = traits.filter((trait) => trait.type === "llm" && trait.deepJudgmentEnabled);
  const names = [...new Set(asking.map(({ name }) => JSON.stringify(name)))];
  if (names.length === 0) return [];
  return [
    `${names.length === 1 ? "The trait" : "The traits"} ${listedNames(names)} ${names.length === 1 ? "asks" : "ask"} for deep judgment and ${names.length === 1 ? "is" : "are"} judged without it: deep_judgment_rubric_mode is disabled; set it to use_checkpoint.`,
  ];
}

const nothingJudged = {
  enable_all: "no trait of the run is judged by a model",
  use_checkpoint: "no trait of the run asks for it",
  custom: "deep_judgment_rubric_config enables no trait of the run",
} as const;
