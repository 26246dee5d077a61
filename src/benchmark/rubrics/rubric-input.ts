import * as z from "zod";
import { FromCode, FromFile, isJsonObject, KareninaError } from "../../base/index.ts";
import {
  allTraits,
  type DynamicRubric,
  dynamicRubric,
  emptyRubric,
  isEmptyRubric,
  type Rubric,
  type RubricTrait,
  ratingsFromTraits,
  rubric,
  traitLists,
  traitTypes,
} from "../../rubric/index.ts";
import { checkNode } from "../problems/check-node.ts";
import { ProblemList } from "../problems/problem.ts";

/** The forms in which a caller may hand over traits: in one list, or sorted by type. */
export type RubricInput = readonly RubricTrait[] | Partial<Rubric>;

const Trait = z.looseObject({ type: z.enum(traitTypes) });

/** What a {@link RubricInput} has to look like; what its traits say is checked by their kinds. */
export const RubricForm = z.union([z.array(Trait), z.strictObject(traitLists(z.array(Trait).optional()))], {
  error: "expected a list of traits or a rubric",
});

/**
 * The rubric of a caller's traits, checked and frozen. Throws `invalid_input` for a wrong trait, a name that stands
 * twice, and a function that cannot be written to a file.
 */
export function rubricFrom(input: RubricInput): Rubric {
  return storable(rubric(traitsOf(input)));
}

/** {@link rubricFrom} for traits that need a summary or a description. */
export function dynamicRubricFrom(input: RubricInput): DynamicRubric {
  return storable(dynamicRubric(traitsOf(input)));
}

/** The rubric with one more trait, at the end of its list. */
export function withTrait(traits: Rubric, trait: RubricTrait): RubricInput {
  return [...allTraits(traits), trait];
}

/** The rubric without a trait; undefined when it has none of that name. */
export function withoutTrait(traits: Rubric, name: string): RubricInput | undefined {
  const all = allTraits(traits);
  const left = all.filter((trait) => trait.name !== name);
  return left.length === all.length ? undefined : left;
}

/** A copy that nobody can change; the functions of callable traits stay the same. */
export function frozenRubric(traits: Rubric): Rubric {
  // A copy member by member has the type of the original.
  return isEmptyRubric(traits) ? emptyRubric : (frozenCopy(traits) as Rubric);
}

function traitsOf(input: RubricInput): readonly RubricTrait[] {
  const problems = new ProblemList();
  checkNode(RubricForm, input, "rubric", problems);
  if (problems.total > 0) throw new KareninaError("invalid_input", problems.lines.join("\n"));
  return isList(input) ? input : allTraits({ ...emptyRubric, ...input });
}

function isList(input: RubricInput): input is readonly RubricTrait[] {
  return Array.isArray(input);
}

function storable(traits: Rubric): Rubric {
  ratingsFromTraits({ rubric: traits }, "global");
  return frozenRubric(traits);
}

function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  if (!isJsonObject(value) || FromFile.isInstance(value) || FromCode.isInstance(value)) return value;
  return Object.freeze(
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, frozenCopy(member)])),
  );
}
