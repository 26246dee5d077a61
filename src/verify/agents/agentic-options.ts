import type { ResolvedConfig } from "../../config/index.ts";
import type { AgenticParsingOptions, AgenticRubricOptions, ParsingModel } from "../../pipeline/index.ts";
import { overrideKey } from "./trait-models.ts";

/** How agents fill templates in; undefined: they do not. */
export function agenticParsing(config: ResolvedConfig): AgenticParsingOptions | undefined {
  if (!config.agenticParsing) return undefined;
  return {
    trigger: config.agenticParsingTrigger,
    context: config.agenticJudgeContext,
    maxTurns: config.agenticParsingMaxTurns,
    timeoutMs: config.agenticParsingTimeout * 1000,
    materializeTrace: config.agenticParsingMaterializeTrace,
    persistTrace: config.agenticParsingPersistTrace,
  };
}

/** How agents investigate traits. */
export function agenticRubric(
  config: ResolvedConfig,
  traitJudges: ReadonlyMap<string, ParsingModel>,
): AgenticRubricOptions {
  return {
    strategy: config.agenticRubricStrategy,
    parallel: config.agenticRubricParallel,
    modelOf: ({ modelOverride }) =>
      modelOverride === null ? null : (traitJudges.get(overrideKey(modelOverride)) ?? null),
  };
}
