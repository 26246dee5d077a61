import type { Prompt } from "../../prompt/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgeForm } from "../asking/judge-form.ts";
import type { RubricMaterial } from "../asking/material.ts";
import type { TraitJudgements } from "../asking/trait-question.ts";
import type { DescribedTrait, ValuedTrait, ValueType } from "./value-type.ts";

/** How traits of some types of value are asked for in one call. */
export interface ValueBatch {
  readonly types: readonly ValueType[];
  prompt(traits: readonly DescribedTrait[], material: RubricMaterial): Prompt;
  form(traits: readonly ValuedTrait[], tools: CheckTools): JudgeForm<TraitJudgements>;
}
