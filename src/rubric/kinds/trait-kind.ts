import type * as z from "zod";
import type { JsonObject, PatternEngine } from "../../base/index.ts";
import type { JudgingMaterial } from "../asking/material.ts";
import type { TraitQuestion } from "../asking/trait-question.ts";
import type { TraitJudgement } from "../judgement.ts";
import type { FieldProblem } from "../values/value-type.ts";
import type { CallableRunner } from "./callable/code.ts";
import type { RatingContent, RatingView } from "./rating-node.ts";

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
export type TraitKind<Trait extends TraitBase> =
  | CodeTraitKind<Trait>
  | JudgeTraitKind<Trait>
  | AgentTraitKind<Trait>;

/** A kind of trait that code decides on. */
export interface CodeTraitKind<Trait extends TraitBase> extends TraitKindBase<Trait> {
  readonly decidedBy: "code";
  /** So many of an answer's traits are evaluated side by side; default: all. */
  readonly atOnce?: number;
  /** The value of a trait for a text. What it throws leaves the trait without a value. */
  evaluate(trait: Trait, text: string, tools: TraitTools): Promise<TraitJudgement>;
}

/** A kind of trait that a judge model decides on. */
export interface JudgeTraitKind<Trait extends TraitBase> extends TraitKindBase<Trait> {
  readonly decidedBy: "judge";
  /** Why a trait cannot be judged of this answer: it gets no value, and no judge is asked. Undefined where it can. */
  whyNotJudged?(trait: Trait, material: JudgingMaterial): string | undefined;
  /** The calls of the judge that decide on traits of this kind. */
  ask(traits: readonly Trait[], material: JudgingMaterial): readonly TraitQuestion<Trait>[];
}

/** A kind of trait that an agent looks into before a judge decides on it. */
export interface AgentTraitKind<Trait extends TraitBase> extends TraitKindBase<Trait> {
  readonly decidedBy: "agent";
}

/** What code may use to evaluate a trait. */
export interface TraitTools {
  readonly patterns: PatternEngine;
  readonly callables: CallableRunner;
  readonly signal: AbortSignal;
}

/** The fields in which results keep what became of traits of one kind, each with the schema of one trait's entry. */
interface TraitResultFields {
  readonly [field: string]: z.ZodType;
}

interface TraitKindBase<Trait extends TraitBase> {
  readonly type: Trait["type"];
  /** For messages, such as `LLM trait`. */
  readonly title: string;
  /** Checks a trait, fills in defaults and settles what its kind decides. */
  readonly schema: z.ZodType<Trait>;
  /** The least a trait of this kind needs, beside its name. */
  readonly placeholder: { readonly [field: string]: unknown };
  /** Fields that are objects and may stand in no results file; a trait read from one has those of `placeholder`. */
  readonly unrecorded?: readonly string[];
  /** Fields that a trait lacks where nothing is said of them; all others it has. */
  readonly optional?: readonly string[];
  /**
   * What results keep: `scores` by result key, `labels` by trait, and what its judgements have in `details`. The field
   * `scores` of kind `llm` is `llmTraitScores` in a result.
   */
  readonly results: TraitResultFields & { readonly scores: z.ZodType };
  /** What a page calls the lists that an entry of such a field holds, such as `{ confusionLists: { tp: "found" } }`. */
  readonly listTitles?: { readonly [field: string]: { readonly [list: string]: string } };
  /** Why the trait cannot be evaluated here though nothing is wrong with it. */
  obstacle?(trait: Trait): FieldProblem | undefined;
  /** What a trait is judged by, for tables, such as `score` or `/pattern/`. */
  describe(trait: Trait): string;
  /** What else to know of how it is judged, such as `deep judgment`. */
  describeFurther?(trait: Trait): readonly string[];
  /** The ends of the scale that all its values are on, where its traits have no scale of their own. */
  readonly scale?: { readonly min: number; readonly max: number };
  /** The best possible score; default, and undefined: its values are not on a scale. */
  maxScore?(trait: Trait): number | undefined;
  /** The keys of its values in a result; default: its name. */
  resultKeys?(trait: Trait): readonly string[] | undefined;
  /** What the `additionalType` of its Rating nodes may end in. */
  readonly ratingTerms: readonly string[];
  /**
   * Of a kind that the older system does not know, which takes no file with a term of its own: the term of another kind
   * that its nodes have, that kind's type, and the property that says what they are.
   */
  readonly borrowed?: { readonly term: string; readonly type: string; readonly property: string };
  /** The trait's fields as a Rating node holds them, not yet checked. */
  readRating(rating: RatingView): { readonly [field: string]: unknown };
  /** Warnings about what a Rating node holds. */
  ratingWarnings?(rating: RatingView, trait: Trait): readonly FieldProblem[];
  /** The trait as a Rating node holds it. Throws `invalid_input` for what a file cannot hold. */
  writeRating(trait: Trait): RatingContent;
  /** The properties that may hold a field where it is not the one of its own name in snake_case, best first. */
  readonly propertyNames?: { readonly [field: string]: readonly string[] };
}
