import { recordFrom } from "../../base/index.ts";
import {
  type BenchmarkContent,
  dynamicRubricOf,
  globalDynamicRubricOf,
  globalRubricOf,
  type Question,
  rubricOf,
} from "../../benchmark/index.ts";
import {
  allTraits,
  type DynamicRubric,
  emptyRubric,
  inPlaceOf,
  mergeDynamicRubrics,
  mergeRubrics,
  type Rubric,
  rubricFromTraits,
  type TraitConflict,
  type TraitProvenance,
} from "../../rubric/index.ts";

/** Traits that are always judged, and traits that are judged only where an answer touches their concept. */
export interface TraitSet {
  readonly rubric: Rubric;
  readonly dynamic: DynamicRubric;
}

/** The traits of one question, or the names that stand twice among them, each as a phrase. */
export type QuestionRubric =
  | (TraitSet & { readonly ok: true; readonly provenance: TraitProvenance })
  | { readonly ok: false; readonly conflicts: readonly string[] };

/** The traits that a benchmark has for all its questions. */
export function benchmarkTraits(content: BenchmarkContent): TraitSet {
  return { rubric: globalRubricOf(content), dynamic: globalDynamicRubricOf(content) ?? emptyRubric };
}

/** The traits that a question has of its own. */
export function ownTraits(question: Question): TraitSet {
  return { rubric: rubricOf(question), dynamic: dynamicRubricOf(question) ?? emptyRubric };
}

/** The names of all traits of a benchmark and its questions, dynamic ones included, each once. */
export function benchmarkTraitNames(content: BenchmarkContent): readonly string[] {
  const sets = [benchmarkTraits(content), ...content.questions.map(ownTraits)];
  const traits = sets.flatMap(({ rubric, dynamic }) => [...allTraits(rubric), ...allTraits(dynamic)]);
  return [...new Set(traits.map(({ name }) => name))];
}

/** The benchmark's traits and a question's own as one; no trait overrides another. */
export function mergedTraits(global: TraitSet, own: TraitSet): QuestionRubric {
  const fixed = mergeRubrics(global.rubric, own.rubric);
  const dynamic = mergeDynamicRubrics(global.dynamic, own.dynamic);
  if (!fixed.ok || !dynamic.ok) {
    return {
      ok: false,
      conflicts: [
        ...(fixed.ok ? [] : phrases(fixed.conflicts, "in the benchmark's rubric and the question's")),
        ...(dynamic.ok
          ? []
          : phrases(dynamic.conflicts, "in the benchmark's dynamic rubric and the question's")),
      ],
    };
  }
  const across = mergeRubrics(fixed.rubric, dynamic.rubric);
  if (!across.ok)
    return { ok: false, conflicts: phrases(across.conflicts, "in the rubric and the dynamic rubric") };
  return { ok: true, ...judgeable(fixed.rubric, dynamic.rubric, fixed.provenance) };
}

/** An unusable trait is not looked for in answers: its reason is the same for all of them. */
function judgeable(
  rubric: Rubric,
  dynamic: DynamicRubric,
  provenance: TraitProvenance,
): TraitSet & { readonly provenance: TraitProvenance } {
  const [unusable, usable] = [true, false].map((is) =>
    allTraits(dynamic).filter((trait) => (trait.unusable !== undefined) === is),
  );
  const fixed = [...allTraits(rubric), ...(unusable ?? [])].map(inPlaceOf);
  const origins = (unusable ?? []).map(({ name }) => [name, "dynamic"] as const);
  return {
    rubric: rubricFromTraits(fixed),
    dynamic: rubricFromTraits(usable ?? []),
    provenance: { ...provenance, ...recordFrom(origins) },
  };
}

function phrases(conflicts: readonly TraitConflict[], where: string): readonly string[] {
  return conflicts.map(({ name, first, second }) => {
    const types = first === second ? first : `${first} and ${second}`;
    return `${JSON.stringify(name)} (${types}) stands ${where}`;
  });
}
