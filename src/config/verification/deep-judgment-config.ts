import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import type {
  DeepJudgmentTraitConfig as OfTrait,
  DeepJudgmentRubricCustomConfig as OfTraits,
} from "../settings/settings.generated.ts";

/** How deep one rubric trait is judged. */
export const DeepJudgmentTraitConfig = z.strictObject({
  enabled: z.boolean().optional(),
  excerptEnabled: z.boolean().optional(),
  maxExcerpts: z.int().min(1).nullish(),
  fuzzyMatchThreshold: z.number().min(0).max(1).nullish(),
  excerptRetryAttempts: z.int().min(0).nullish(),
  searchEnabled: z.boolean().optional(),
});
export type DeepJudgmentTraitConfig = OfTrait;

const byTrait = recordOf(DeepJudgmentTraitConfig);

/** Trait settings of the rubric mode `custom`. `global` and `globalTraits` are the same thing; give one. */
export const DeepJudgmentRubricCustomConfig = z.strictObject({
  global: byTrait.optional(),
  globalTraits: byTrait.optional(),
  questionSpecific: recordOf(byTrait).optional(),
});
export type DeepJudgmentRubricCustomConfig = OfTraits;
