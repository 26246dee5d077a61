import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type {
  DeepJudgmentTraitConfig as OfTrait,
  DeepJudgmentRubricCustomConfig as OfTraits,
} from "./settings.generated.ts";

/** How deep one rubric trait is judged. */
export const DeepJudgmentTraitConfig = z
  .strictObject({
    enabled: z.boolean().optional().describe("Judge it from evidence. Default: `true`."),
    excerptEnabled: z
      .boolean()
      .optional()
      .describe("Ask for passages, not only for reasons. Default: `true`."),
    maxExcerpts: z.int().min(1).nullish().describe("At most so many passages. Default: the run's."),
    fuzzyMatchThreshold: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe("Similarity from which a passage counts as found, 0 to 1. Default: the run's."),
    excerptRetryAttempts: z
      .int()
      .min(0)
      .nullish()
      .describe("How often passages are asked for again. Default: the run's."),
    searchEnabled: z
      .boolean()
      .optional()
      .describe("Look its passages up outside the answer. Default: the run's."),
  })
  .describe("How deep one rubric trait is judged.");
export type DeepJudgmentTraitConfig = OfTrait;

const byTrait = recordOf(DeepJudgmentTraitConfig);

/** Trait settings of the rubric mode `custom`. `global` and `globalTraits` are the same thing; give one. */
export const DeepJudgmentRubricCustomConfig = z
  .strictObject({
    global: byTrait.optional().describe("By the name of a trait."),
    globalTraits: byTrait.optional().describe("Another name for `global`."),
    questionSpecific: recordOf(byTrait)
      .optional()
      .describe("By the id of a question and the name of a trait; it takes the place of the global entry."),
  })
  .describe("Trait settings of the rubric mode `custom`.");
export type DeepJudgmentRubricCustomConfig = OfTraits;
