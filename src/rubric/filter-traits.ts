import { nearestName } from "../base/index.ts";
import { allTraits, type Rubric, rubricFromTraits } from "./rubric.ts";

/** A name that no trait has. */
interface UnknownTraitName {
  readonly name: string;
  /** The trait it was probably meant to be. */
  readonly nearest?: string;
}

/** A rubric cut down to some traits. */
interface FilteredRubric {
  readonly rubric: Rubric;
  readonly unknown: readonly UnknownTraitName[];
}

/**
 * The traits of the given names, in the rubric's order. Names of other questions' traits are unknown here, too: check a
 * whole run's names once, against all its rubrics, with {@link unknownTraitNames}.
 */
export function filterTraits(rubric: Rubric, names: readonly string[]): FilteredRubric {
  const traits = allTraits(rubric);
  return {
    rubric: rubricFromTraits(traits.filter(({ name }) => names.includes(name))),
    unknown: unknownTraitNames([rubric], names),
  };
}

/** The names that no trait of any of the rubrics has, each once. */
export function unknownTraitNames(
  rubrics: readonly Rubric[],
  names: readonly string[],
): readonly UnknownTraitName[] {
  const known = [...new Set(rubrics.flatMap(allTraits).map(({ name }) => name))];
  return [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      return nearest === undefined ? { name } : { name, nearest };
    });
}
