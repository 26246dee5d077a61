import { allTraits, conceptOf, type RubricTrait } from "../../rubric/index.ts";
import type { Rubrics } from "../rubrics/rubrics.ts";

/** Every trait with what it is, such as `tone (llm)` or `dose (dynamic llm)`. */
export function traitLabels(rubrics: Rubrics): readonly string[] {
  return labelledTraits(rubrics).map(([label]) => label);
}

/** {@link traitLabels}, each with what the trait says about itself, empty where it says nothing. */
export function labelledTraits({ rubric, dynamicRubric }: Rubrics): readonly (readonly [string, string])[] {
  return [
    ...allTraits(rubric).map((trait) => labelTrait(trait, trait.type)),
    ...allTraits(dynamicRubric).map((trait) => labelTrait(trait, `dynamic ${trait.type}`)),
  ];
}

function labelTrait(trait: RubricTrait, what: string): readonly [string, string] {
  return [`${trait.name} (${what})`, trait.description || conceptOf(trait) || ""];
}
