import type { PromptConfig } from "../../judge/index.ts";
import { fileName } from "../problems.ts";
import type { RunOutline } from "../settings/run-outline.ts";
import type { PartWithoutEffect } from "./part-without-effect.ts";

type Reasons = { readonly [part in keyof PromptConfig]-?: (run: RunOutline) => string | undefined };

const reasons: Reasons = {
  generation: ({ config }) =>
    config.answeringModels.every(({ reachedBy }) => reachedBy.preparedAnswers === true)
      ? "every answer is prepared"
      : undefined,
  parsing: ({ config }) =>
    config.evaluationMode === "rubric_only"
      ? "evaluation mode rubric_only has no templates"
      : config.agenticParsing
        ? "agentic parsing fills templates in, with prompt_config.agentic_parsing"
        : undefined,
  abstentionDetection: ({ config }) => (config.abstentionEnabled ? undefined : "abstention_enabled is false"),
  sufficiencyDetection: ({ config }) =>
    config.sufficiencyEnabled ? undefined : "sufficiency_enabled is false",
  rubricEvaluation: ({ asksAboutTraits, hasAgenticTraits }) =>
    asksAboutTraits || hasAgenticTraits ? undefined : "no trait of the run is judged by a model",
  agenticParsing: ({ config }) => (config.agenticParsing ? undefined : "agentic_parsing is false"),
  deepJudgment: ({ config, deepJudged }) =>
    config.deepJudgmentMode !== "disabled" || deepJudged.any ? undefined : "nothing is judged from passages",
};

/** Further instructions for calls that the run does not make. */
export function listPromptPartsWithoutEffect(run: RunOutline): readonly PartWithoutEffect[] {
  return (Object.keys(reasons) as (keyof PromptConfig)[]).flatMap((part) => {
    const reason = run.config.promptConfig[part] ? reasons[part](run) : undefined;
    return reason === undefined ? [] : [{ name: `prompt_config.${fileName(part)}`, reason }];
  });
}
