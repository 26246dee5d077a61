import type * as z from "zod";
import { recordFrom } from "../../base/index.ts";
import { joinedRubric, sharedNames, type TraitConflict, type TraitProvenance } from "../merge-rubrics.ts";
import { allTraits, emptyRubric, Rubric, rubricFromTraits } from "../rubric.ts";
import { conceptOf } from "./concept.ts";

/**
 * Traits that apply only to answers which touch what they are about. The same lists as a {@link Rubric}; every trait
 * needs a summary or a description, which is what the judge is asked to look for.
 */
export const DynamicRubric: z.ZodType<Rubric> = Rubric.superRefine((rubric, context) => {
  for (const { name } of allTraits(rubric).filter((trait) => conceptOf(trait) === undefined)) {
    const message = `trait ${JSON.stringify(name)}: expected a summary or a description`;
    context.addIssue({ code: "custom", message });
  }
});
export type DynamicRubric = z.infer<typeof DynamicRubric>;

/** Two dynamic rubrics as one, or the names that stand in both. */
export function mergeDynamicRubrics(
  global: DynamicRubric = emptyRubric,
  question: DynamicRubric = emptyRubric,
):
  | { readonly ok: true; readonly rubric: DynamicRubric }
  | { readonly ok: false; readonly conflicts: readonly TraitConflict[] } {
  const conflicts = sharedNames(global, question);
  return conflicts.length > 0
    ? { ok: false, conflicts }
    : { ok: true, rubric: joinedRubric(global, question) };
}

/** What dynamic traits are resolved from. */
interface DynamicResolution {
  readonly rubric: Rubric;
  readonly provenance: TraitProvenance;
  readonly dynamic: DynamicRubric;
  /** The traits whose concept the judge found in the answer; those left out by `traitNames` need not be asked about. */
  readonly present: ReadonlySet<string>;
  /** Absent: all traits may be evaluated. */
  readonly traitNames?: readonly string[] | undefined;
}

/** The rubric with the dynamic traits that apply, and why the others do not. */
interface ResolvedRubric {
  readonly rubric: Rubric;
  readonly provenance: TraitProvenance;
  readonly promoted: readonly string[];
  /** The reason by trait. */
  readonly skipped: { readonly [trait: string]: string };
}

const notPresent = "concept not present in response";
/** Why a dynamic trait is not judged although it may apply: the choice of traits leaves it out. */
export const excludedTraitReason = "excluded by rubric_trait_names filter";

/** Adds the dynamic traits that apply to the end of their lists, agentic ones included. */
export function resolveDynamicRubric(resolution: DynamicResolution): ResolvedRubric {
  const { rubric, provenance, dynamic, present, traitNames } = resolution;
  const reasons = allTraits(dynamic).map((trait) => {
    if (traitNames !== undefined && !traitNames.includes(trait.name))
      return { trait, reason: excludedTraitReason };
    return { trait, reason: present.has(trait.name) ? undefined : notPresent };
  });
  const promoted = reasons.filter(({ reason }) => reason === undefined).map(({ trait }) => trait);
  return {
    rubric: joinedRubric(rubric, rubricFromTraits(promoted)),
    provenance: {
      ...provenance,
      ...recordFrom(promoted.map(({ name }) => [name, "dynamic" as const])),
    },
    promoted: promoted.map(({ name }) => name),
    skipped: recordFrom(
      reasons.flatMap(({ trait, reason }) => (reason === undefined ? [] : [[trait.name, reason]])),
    ),
  };
}
