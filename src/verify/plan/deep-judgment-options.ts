import type { ResolvedConfig } from "../../config/index.ts";
import type { RubricDeepJudgmentOptions } from "../../judge/index.ts";
import type { DeepJudgmentOptions } from "../../pipeline/index.ts";
import type { SearchPort } from "../../ports/index.ts";

/** How templates are filled in from evidence; undefined: they are not, there are none, or agents do it. */
export function templateDeepJudgment(
  config: ResolvedConfig,
  search: SearchPort | null,
): DeepJudgmentOptions | undefined {
  const mode = config.deepJudgmentMode;
  const isOff = mode === "disabled" || config.agenticParsing || config.evaluationMode === "rubric_only";
  if (isOff) return undefined;
  return {
    mode,
    strategy: config.deepJudgmentStrategy,
    settings: {
      maxExcerpts: config.deepJudgmentMaxExcerptsPerAttribute,
      threshold: config.deepJudgmentFuzzyMatchThreshold,
      retryAttempts: config.deepJudgmentExcerptRetryAttempts,
      sources: config.deepJudgmentExcerptSources,
    },
    search,
  };
}

/** How traits are judged from evidence; undefined: they are not, or there are none. */
export function rubricDeepJudgment(
  config: ResolvedConfig,
  search: SearchPort | null,
): RubricDeepJudgmentOptions | undefined {
  const mode = config.deepJudgmentRubricMode;
  if (mode === "disabled" || config.evaluationMode === "template_only") return undefined;
  return {
    mode,
    strategy: config.deepJudgmentRubricStrategy,
    defaults: {
      maxExcerpts: config.deepJudgmentRubricMaxExcerptsDefault,
      threshold: config.deepJudgmentRubricFuzzyMatchThresholdDefault,
      retryAttempts: config.deepJudgmentRubricExcerptRetryAttemptsDefault,
      sources: config.deepJudgmentRubricExcerptSources,
    },
    globalExcerpts: config.deepJudgmentRubricGlobalExcerpts,
    searchEnabled: config.deepJudgmentRubricSearchEnabled,
    custom: mode === "custom" ? customOf(config) : null,
    search,
  };
}

function customOf({ deepJudgmentRubricConfig: custom }: ResolvedConfig): RubricDeepJudgmentOptions["custom"] {
  return {
    global: custom?.global ?? custom?.globalTraits ?? {},
    questionSpecific: custom?.questionSpecific ?? {},
  };
}
