import type * as z from "zod";
import { agenticKind } from "./agentic.ts";
import { callableKind } from "./callable.ts";
import { llmKind } from "./llm.ts";
import { metricKind } from "./metric.ts";
import { regexKind } from "./regex.ts";
import type { TraitKind } from "./trait-kind.ts";

/** Every kind of trait there is, in the order in which traits are listed everywhere. */
export const traitKinds = {
  llm: llmKind,
  regex: regexKind,
  callable: callableKind,
  metric: metricKind,
  agentic: agenticKind,
} as const;

/** Kinds of traits by the names files and results give them. */
export type TraitType = keyof typeof traitKinds;

/** The trait of a type. */
export type TraitOf<Type extends TraitType> = z.infer<(typeof traitKinds)[Type]["schema"]>;

/** Any trait. */
export type RubricTrait = { [Type in TraitType]: TraitOf<Type> }[TraitType];

/** The types of traits in the order in which traits are listed everywhere. */
// Object.keys says string[] of any object; this one is a constant.
export const traitTypes = Object.keys(traitKinds) as readonly TraitType[];

/** True for the type of a trait. */
export function isTraitType(type: unknown): type is TraitType {
  return traitTypes.some((known) => known === type);
}

/** What answers for a type of trait. */
export function traitKind(type: TraitType): TraitKind<RubricTrait> {
  // Each kind is asked only about traits of its own type: they name it themselves.
  return traitKinds[type] as unknown as TraitKind<RubricTrait>;
}

/** What answers for a trait. */
export function kindOf(trait: RubricTrait): TraitKind<RubricTrait> {
  return traitKind(trait.type);
}
