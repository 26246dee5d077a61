import type * as z from "zod";
import type { JudgedSource } from "../../trace/index.ts";
import { agenticKind } from "./agentic/kind.ts";
import { callableKind } from "./callable/kind.ts";
import { llmKind } from "./llm/kind.ts";
import { metricKind } from "./metric/kind.ts";
import { regexKind } from "./regex/kind.ts";
import { retrievalKind } from "./retrieval/kind.ts";
import type { TraitKind } from "./trait-kind.ts";

/** Every kind of trait there is, in the order in which traits are listed everywhere. */
export const traitKinds = {
  llm: llmKind,
  regex: regexKind,
  callable: callableKind,
  metric: metricKind,
  retrieval: retrievalKind,
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

type DecidedBy = (typeof traitKinds)[TraitType]["decidedBy"];

/** The types of traits that are decided on in one of these ways. */
export type TypeDecidedBy<By extends DecidedBy> = {
  [Type in TraitType]: (typeof traitKinds)[Type]["decidedBy"] extends By ? Type : never;
}[TraitType];

/** The types of traits that are decided on in one of these ways, in the order of {@link traitTypes}. */
export function typesDecidedBy<By extends DecidedBy>(...ways: readonly By[]): readonly TypeDecidedBy<By>[] {
  const isDecidedSo = (type: TraitType): type is TypeDecidedBy<By> =>
    ways.some((way) => way === traitKinds[type].decidedBy);
  return traitTypes.filter(isDecidedSo);
}

/** True for the type of a trait. */
export function isTraitType(type: unknown): type is TraitType {
  return traitTypes.some((known) => known === type);
}

/** True for a trait that may be judged from passages of the answer, where the run or the trait asks for it. */
export function isJudgedFromPassages(trait: RubricTrait): trait is TraitOf<"llm"> {
  return trait.type === "llm";
}

/** True for a trait that asks for that itself. */
export function asksForDeepJudgment(trait: RubricTrait): boolean {
  return isJudgedFromPassages(trait) && trait.deepJudgmentEnabled;
}

/** True for a trait whose judge sees the question's reference answer. */
export function showsGroundTruth(trait: RubricTrait): boolean {
  return trait.type === "llm" && trait.includeGroundTruth;
}

/** What a trait says that it is judged on; undefined: what the run judges rubrics on. */
export function sourceOf(trait: RubricTrait): JudgedSource | undefined {
  return "judge" in trait ? trait.judge : undefined;
}

/** What answers for a type of trait. It is asked only about traits of its own type. */
export function traitKind(type: TraitType): TraitKind<RubricTrait> {
  return traitKinds[type];
}

/** What answers for a trait. */
export function kindOf(trait: RubricTrait): TraitKind<RubricTrait> {
  return traitKind(trait.type);
}
