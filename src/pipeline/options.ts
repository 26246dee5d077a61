import type { PromptConfig } from "../judge/index.ts";
import type { EmbedderPort } from "../ports/index.ts";

/** What a run evaluates. */
export type EvaluationMode = "template_only" | "template_and_rubric" | "rubric_only";

/** The resolved options that stages read. A feature is on when its part is present. */
export interface PipelineOptions {
  readonly evaluationMode: EvaluationMode;
  /** Judge the whole trace for the template instead of the final message. Default false. */
  readonly fullTraceForTemplate: boolean;
  /** Judge the whole trace for rubrics instead of the final message. Default true. */
  readonly fullTraceForRubric: boolean;
  /** Judge what a model had written when its time ran out. Default true. */
  readonly partialTraceScoring: boolean;
  /** Give the judge the fields' extraction hints. Default true. */
  readonly extractionHints: boolean;
  /** Show the judge the ground truth, as help to tell readings apart. Default false. */
  readonly exposeGroundTruth: boolean;
  readonly abstention: boolean;
  readonly sufficiency: boolean;
  /** Ask about abstention and sufficiency in one call where both are on. Default false. */
  readonly combinedChecks?: boolean;
  /** One call for all traits of a kind, or one per trait. Default `batch`. */
  readonly rubricStrategy?: "batch" | "sequential";
  readonly embedding?: { readonly embedder: EmbedderPort; readonly threshold: number };
  readonly prompts: PromptConfig;
}
