import type * as z from "zod";
import type { JsonObject } from "../../base/index.ts";
import type { FieldProblem } from "../judged/judged-kind.ts";
import type { RatingContent, RatingView } from "../ratings/rating.ts";

/** What all traits have in common. */
export interface TraitBase {
  readonly type: string;
  readonly name: string;
  readonly description: string | null;
  readonly summary: string | null;
  /** Whether more is better; null where that makes no sense. Never changes a score: analysis reads it. */
  readonly higherIsBetter: boolean | null;
  /** Set for a trait of a file that cannot be judged: why, and its Rating node. */
  readonly unusable?: { readonly reason: string; readonly node: JsonObject } | undefined;
}

/** What every kind of trait answers for itself. */
export interface TraitKind<Trait extends TraitBase> {
  readonly type: Trait["type"];
  /** For messages, such as `LLM trait`. */
  readonly title: string;
  /** Checks a trait, fills in defaults and settles what its kind decides. */
  readonly schema: z.ZodType<Trait>;
  /** The least a trait of this kind needs, beside its name. */
  readonly placeholder: { readonly [field: string]: unknown };
  /** Why the trait cannot be evaluated here though nothing is wrong with it. */
  obstacle?(trait: Trait): FieldProblem | undefined;
  /** The best possible score; undefined for values that are not on a scale. */
  maxScore(trait: Trait): number | undefined;
  /** The keys of its values in a result. */
  resultKeys(trait: Trait): readonly string[];
  /** The trait's fields as a Rating node holds them, not yet checked. */
  readRating(rating: RatingView): { readonly [field: string]: unknown };
  /** Warnings about what a Rating node holds. */
  ratingWarnings?(rating: RatingView, trait: Trait): readonly FieldProblem[];
  /** The trait as a Rating node holds it. Throws `invalid_input` for what a file cannot hold. */
  writeRating(trait: Trait): RatingContent;
  /** The properties that may hold a field where it is not the one of its own name in snake_case, best first. */
  readonly propertyNames?: { readonly [field: string]: readonly string[] };
}

/** Returns its argument; exists so that the trait's type is inferred. */
export function defineTraitKind<Trait extends TraitBase>(kind: TraitKind<Trait>): TraitKind<Trait> {
  return kind;
}
