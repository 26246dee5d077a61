import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import { SearchTool } from "./search-tool.ts";

/** How deep one rubric trait is judged. */
export const DeepJudgmentTraitConfig = z.strictObject({
  enabled: z.boolean().optional(),
  excerptEnabled: z.boolean().optional(),
  maxExcerpts: z.int().min(1).nullish(),
  fuzzyMatchThreshold: z.number().min(0).max(1).nullish(),
  excerptRetryAttempts: z.int().min(0).nullish(),
  searchEnabled: z.boolean().optional(),
});
export type DeepJudgmentTraitConfig = z.infer<typeof DeepJudgmentTraitConfig>;

const byTrait = recordOf(DeepJudgmentTraitConfig);

/** Trait settings of the rubric mode `custom`. `global` and `globalTraits` are the same thing; give one. */
export const DeepJudgmentRubricCustomConfig = z.strictObject({
  global: byTrait.optional(),
  globalTraits: byTrait.optional(),
  questionSpecific: recordOf(byTrait).optional(),
});
export type DeepJudgmentRubricCustomConfig = z.infer<typeof DeepJudgmentRubricCustomConfig>;

const excerpts = z.int().min(1).optional();
const threshold = z.number().min(0).max(1).optional();
const attempts = z.int().min(0).optional();
const sources = z.enum(["all", "messages"]).optional();
const strategy = z.enum(["batch", "sequential"]).optional();

/** The flat deep-judgment settings of a run. */
export const deepJudgmentFields = {
  deepJudgmentMode: z.enum(["disabled", "reasoning_only", "full"]).optional(),
  deepJudgmentMaxExcerptsPerAttribute: excerpts,
  deepJudgmentFuzzyMatchThreshold: threshold,
  deepJudgmentExcerptRetryAttempts: attempts,
  /** Which parts of a trace may be quoted; `messages`: only what the answering model itself said. */
  deepJudgmentExcerptSources: sources,
  deepJudgmentSearchEnabled: z.boolean().optional(),
  deepJudgmentSearchTool: SearchTool.optional(),
  /** `batch`: one call per step for all fields; `sequential`: one call per step for each. */
  deepJudgmentStrategy: strategy,
  deepJudgmentRubricMaxExcerptsDefault: excerpts,
  deepJudgmentRubricFuzzyMatchThresholdDefault: threshold,
  deepJudgmentRubricExcerptRetryAttemptsDefault: attempts,
  /** The same for traits. */
  deepJudgmentRubricExcerptSources: sources,
  deepJudgmentRubricSearchEnabled: z.boolean().optional(),
  deepJudgmentRubricSearchTool: SearchTool.optional(),
  deepJudgmentRubricMode: z.enum(["disabled", "enable_all", "use_checkpoint", "custom"]).optional(),
  deepJudgmentRubricGlobalExcerpts: z.boolean().optional(),
  deepJudgmentRubricConfig: DeepJudgmentRubricCustomConfig.nullish(),
  /** The same for traits: `sequential` or `batch`. */
  deepJudgmentRubricStrategy: strategy,
};

/** The settings among them that are text in a file, whatever they may be in code. */
export const storedSearchTools = {
  deepJudgmentSearchTool: z.string().optional(),
  deepJudgmentRubricSearchTool: z.string().optional(),
};
