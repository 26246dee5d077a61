import { KareninaError, recordFrom } from "../base/index.ts";
import type { TraitType } from "./kinds/list.ts";
import { allTraits, emptyRubric, type Rubric, rubricFromTraits } from "./rubric.ts";

/** Where a trait of a merged rubric comes from. */
export type TraitOrigin = "global" | "question_specific" | "dynamic";

/** The origin of every trait by name. */
export interface TraitProvenance {
  readonly [trait: string]: TraitOrigin;
}

/** A name that two rubrics both use. */
export interface TraitConflict {
  readonly name: string;
  /** The trait's type in the rubric that was there first. */
  readonly first: TraitType;
  /** The trait's type in the one that was to be added. */
  readonly second: TraitType;
}

/** Two rubrics as one, or the names that stand in both. */
export type MergedRubric =
  | { readonly ok: true; readonly rubric: Rubric; readonly provenance: TraitProvenance }
  | { readonly ok: false; readonly conflicts: readonly TraitConflict[] };

/**
 * The traits that apply to one question: those of the whole benchmark, then its own, list by list. A name that stands
 * in both is a conflict, whatever the types: results are kept by name, and no trait overrides another.
 */
export function mergeRubrics(global: Rubric = emptyRubric, question: Rubric = emptyRubric): MergedRubric {
  const conflicts = sharedNames(global, question);
  if (conflicts.length > 0) return { ok: false, conflicts };
  return {
    ok: true,
    rubric: joinedRubric(global, question),
    provenance: { ...originOf(global, "global"), ...originOf(question, "question_specific") },
  };
}

/**
 * {@link mergeRubrics} for those who cannot go on with a conflict; `where` names the question.
 *
 * @throws KareninaError `invalid_input`, naming every conflict
 */
export function mergedRubric(
  global: Rubric | undefined,
  question: Rubric | undefined,
  where: string,
): { readonly rubric: Rubric; readonly provenance: TraitProvenance } {
  const merged = mergeRubrics(global, question);
  if (merged.ok) return merged;
  throw conflictError(merged.conflicts, `${where}: its rubric and the benchmark's both have`);
}

/** The names two rubrics both use, sorted by type and name. */
export function sharedNames(first: Rubric, second: Rubric): readonly TraitConflict[] {
  const types = new Map(allTraits(first).map(({ name, type }) => [name, type]));
  return allTraits(second)
    .flatMap(({ name, type }) => {
      const other = types.get(name);
      return other === undefined ? [] : [{ name, first: other, second: type }];
    })
    .toSorted((left, right) => (conflictText(left) < conflictText(right) ? -1 : 1));
}

/** The error for rubrics that share names. */
function conflictError(conflicts: readonly TraitConflict[], what: string): KareninaError {
  return new KareninaError("invalid_input", `${what} ${conflicts.map(conflictText).join(", ")}`, {
    hint: "Give every trait a name of its own: none overrides another.",
  });
}

/** `llm:tone`, or `llm:tone (regex)` where the types differ. */
function conflictText({ name, first, second }: TraitConflict): string {
  return first === second ? `${first}:${name}` : `${first}:${name} (${second})`;
}

/** Both rubrics, list by list. */
export function joinedRubric(first: Rubric, second: Rubric): Rubric {
  return rubricFromTraits([...allTraits(first), ...allTraits(second)]);
}

function originOf(rubric: Rubric, origin: TraitOrigin): TraitProvenance {
  return recordFrom(allTraits(rubric).map(({ name }) => [name, origin]));
}
