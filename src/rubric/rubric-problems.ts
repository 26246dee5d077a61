import { conceptOf } from "./dynamic/concept.ts";
import { issueTexts } from "./issue-text.ts";
import { kindOf, type RubricTrait } from "./kinds/list.ts";
import { allTraits, type Rubric, repeatedNames } from "./rubric.ts";

/** Everything wrong with a rubric, as sentences that name trait and field; empty when it can be used. */
export function rubricProblems(rubric: Rubric): readonly string[] {
  const traits = allTraits(rubric);
  return [...traits.flatMap(traitProblems), ...repeatedNames(traits)];
}

/** {@link rubricProblems} of a dynamic rubric, whose traits also need a summary or a description. */
export function dynamicRubricProblems(rubric: Rubric): readonly string[] {
  const nameless = allTraits(rubric).filter(
    (trait) => trait.unusable === undefined && conceptOf(trait) === undefined,
  );
  return [
    ...rubricProblems(rubric),
    ...nameless.map((trait) => `${titleOf(trait)}, summary: expected a summary or a description`),
  ];
}

/** Everything wrong with one trait, as sentences that name it and the field. */
function traitProblems(trait: RubricTrait): readonly string[] {
  if (trait.unusable !== undefined) return [];
  const kind = kindOf(trait);
  const checked = kind.schema.safeParse(trait, { reportInput: true });
  const found = checked.success ? [] : issueTexts(checked.error);
  return found.map(({ field, message }) => `${titleOf(trait)}, ${field}: ${message}`);
}

/**
 * Why a trait cannot be evaluated here: a file says something that cannot be judged by, the code of a callable trait is
 * one that only Python can run, a model is one that only a program may choose. Undefined for all others.
 */
export function traitObstacle(trait: RubricTrait): string | undefined {
  return trait.unusable?.reason ?? kindOf(trait).obstacle?.(trait)?.message;
}

function titleOf(trait: RubricTrait): string {
  return `${kindOf(trait).title} ${JSON.stringify(trait.name)}`;
}
