import { definedOnly } from "../base/index.ts";
import { type ResolvedConfig, stageSettings } from "../config/index.ts";
import type { PipelineOptions } from "../pipeline/index.ts";
import { agenticParsing, agenticRubric } from "./agents/agentic-options.ts";
import type { RunConnections } from "./connect/connect-run.ts";
import { rubricDeepJudgment, templateDeepJudgment } from "./plan/deep-judgment-options.ts";

/** The configuration as the stages read it, with what they reach the outside by. */
export function pipelineOptions(
  config: ResolvedConfig,
  {
    embedder,
    parsing,
    searches,
    traitJudges,
    workspaces,
  }: Pick<RunConnections, "embedder" | "parsing" | "searches" | "traitJudges" | "workspaces">,
): PipelineOptions {
  return {
    ...stageSettings(config),
    // null behaves as in the Python system
    rubricStrategy: config.rubricEvaluationStrategy ?? "sequential",
    ...(embedder === undefined ? {} : { embedding: { embedder, threshold: config.embeddingCheckThreshold } }),
    ...definedOnly({
      deepJudgment: templateDeepJudgment(config, searches.template),
      deepJudgmentRubric: rubricDeepJudgment(config, searches.rubric),
      agenticParsing: agenticParsing(config),
    }),
    agenticRubric: agenticRubric(config, traitJudges),
    ...(workspaces === null ? {} : { workspaces: { provider: workspaces, judges: parsing.length } }),
    prompts: config.promptConfig,
  };
}
