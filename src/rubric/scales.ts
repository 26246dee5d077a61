import { kindOf, type RubricTrait } from "./kinds/list.ts";
import { allTraits, type Rubric } from "./rubric.ts";

/** The best possible score by trait: scores and literal traits of judges and agents, scores of callables. */
export function maxScores(rubric: Rubric): { readonly [trait: string]: number } {
  return Object.fromEntries(
    allTraits(rubric).flatMap((trait) => {
      const most = kindOf(trait).maxScore?.(trait);
      return most === undefined ? [] : [[trait.name, most] as const];
    }),
  );
}

/** Whether more is better, by trait; null where it makes no sense. It never changes a score. */
export function directionalities(rubric: Rubric): { readonly [trait: string]: boolean | null } {
  return Object.fromEntries(allTraits(rubric).map(({ name, higherIsBetter }) => [name, higherIsBetter]));
}

/** The keys of a trait's values in a result: its name, or `trait.field` for each field of a template. */
export function traitResultKeys(trait: RubricTrait): readonly string[] {
  return kindOf(trait).resultKeys?.(trait) ?? [trait.name];
}
