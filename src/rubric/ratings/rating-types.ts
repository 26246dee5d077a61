import { type TraitType, traitKind, traitTypes } from "../kinds/list.ts";
import type { RatingScope } from "../kinds/rating-node.ts";

const prefix = "karenina:";
const scopePrefixes = { global: "Global", question: "QuestionSpecific" } as const;

/** The term of a trait that only applies to answers that touch it; what it is stands in a property of its own. */
export const dynamicTerm = "DynamicRubricTrait";

const typesByTerm: ReadonlyMap<string, TraitType> = new Map(
  traitTypes.flatMap((type) => traitKind(type).ratingTerms.map((term) => [term, type] as const)),
);

const terms: readonly string[] = [...typesByTerm.keys(), dynamicTerm];

/** The type of the traits that a term stands for; undefined for that of dynamic traits, which may be of any. */
export function typeOfTerm(term: string): TraitType | undefined {
  return typesByTerm.get(term);
}

/** The `additionalType` of a trait, such as `karenina:GlobalRegexTrait`. */
export function ratingType(scope: RatingScope, term: string): string {
  return `${prefix}${scopePrefixes[scope]}${term}`;
}

/** Every `additionalType` of a scope. */
export function ratingTypes(scope: RatingScope): readonly string[] {
  return terms.map((term) => ratingType(scope, term));
}

/** The scope and term of an `additionalType`, also without `karenina:`; undefined for one that is unknown. */
export function readRatingType(
  type: unknown,
): { readonly scope: RatingScope; readonly term: string } | undefined {
  if (typeof type !== "string") return undefined;
  const full = type.startsWith(prefix) ? type : prefix + type;
  for (const scope of ["global", "question"] as const) {
    const term = terms.find((one) => ratingType(scope, one) === full);
    if (term !== undefined) return { scope, term };
  }
  return undefined;
}
