import type { PipelineOptions } from "../../pipeline/index.ts";
import type { EmbedderPort } from "../../ports/index.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";

/** The configuration as the stages read it. */
export function pipelineOptions(config: ResolvedConfig, embedder: EmbedderPort | undefined): PipelineOptions {
  return {
    evaluationMode: config.evaluationMode,
    fullTraceForTemplate: config.useFullTraceForTemplate,
    fullTraceForRubric: config.useFullTraceForRubric,
    partialTraceScoring: config.allowPartialTraceScoring,
    extractionHints: config.includeExtractionHints,
    exposeGroundTruth: config.exposeGroundTruth,
    abstention: config.abstentionEnabled,
    sufficiency: config.sufficiencyEnabled,
    combinedChecks: config.combinedChecks,
    // null behaves as in the Python system
    rubricStrategy: config.rubricEvaluationStrategy ?? "sequential",
    ...(embedder === undefined ? {} : { embedding: { embedder, threshold: config.embeddingCheckThreshold } }),
    prompts: config.promptConfig,
  };
}
