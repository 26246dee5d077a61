import * as z from "zod";
import { type RubricTrait, type TraitOf, type TraitType, traitKinds, traitTypes } from "./kinds/list.ts";

/** The key of a rubric's list of one type of trait. */
type TraitListKey = `${TraitType}Traits`;

type TraitLists = { readonly [Type in TraitType as `${Type}Traits`]: readonly TraitOf<Type>[] };

/** One list of traits per type. A trait's name is unique over all lists. */
export interface Rubric extends TraitLists {}

/** The key of the list for a type of trait. */
export function listKey(type: TraitType): TraitListKey {
  return `${type}Traits`;
}

/** A schema for each list of a rubric. */
export function traitLists<Schema extends z.ZodType>(
  schema: Schema,
): { readonly [Key in TraitListKey]: Schema } {
  // The keys are made from the list of kinds, which the compiler does not follow through fromEntries.
  return Object.fromEntries(traitTypes.map((type) => [listKey(type), schema])) as {
    [Key in TraitListKey]: Schema;
  };
}

type ListSchemas = {
  [Type in TraitType as `${Type}Traits`]: z.ZodDefault<
    z.ZodReadonly<z.ZodArray<(typeof traitKinds)[Type]["schema"]>>
  >;
};

// The keys are made from the list of kinds, which the compiler does not follow through fromEntries.
const lists = Object.fromEntries(
  traitTypes.map((type) => [listKey(type), z.array(traitKinds[type].schema).readonly().default([])]),
) as ListSchemas;

export const Rubric: z.ZodType<Rubric> = z
  .strictObject(lists)
  .superRefine((rubric, context) => {
    for (const message of repeatedNames(allTraits(rubric))) context.addIssue({ code: "custom", message });
  })
  .readonly();

/** A rubric without traits. */
export const emptyRubric: Rubric = Object.freeze(rubricFromTraits([]));

/** The traits of a rubric in one list, in the order of `traitTypes`. */
export function allTraits(rubric: Rubric): readonly RubricTrait[] {
  return traitTypes.flatMap((type): readonly RubricTrait[] => rubric[listKey(type)]);
}

/** Sorts traits into a rubric, each list in the given order. Checks nothing; see {@link rubricProblems}. */
export function rubricFromTraits(traits: readonly RubricTrait[]): Rubric {
  const sorted = traitTypes.map((type) => [listKey(type), traits.filter((trait) => trait.type === type)]);
  // The filter leaves each list with the traits of its own type.
  return Object.fromEntries(sorted) as Rubric;
}

/** True for a rubric without traits. */
export function isEmptyRubric(rubric: Rubric): boolean {
  return allTraits(rubric).length === 0;
}

/** The names that stand twice, as sentences. */
export function repeatedNames(traits: readonly RubricTrait[]): readonly string[] {
  const types = new Map<string, TraitType[]>();
  for (const { name, type } of traits) types.set(name, [...(types.get(name) ?? []), type]);
  return [...types]
    .filter(([, used]) => used.length > 1)
    .map(
      ([name, used]) =>
        `the name ${JSON.stringify(name)} is used by ${used.length} traits (${used.join(", ")})`,
    );
}
