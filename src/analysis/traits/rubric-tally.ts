import { ownEntry } from "../../base/index.ts";
import {
  traitLabels,
  traitOfKey,
  traitScoresByType,
  type VerificationResultRubric,
} from "../../result/index.ts";
import { excludedTraitReason, type TraitType } from "../../rubric/index.ts";
import type { TraitDefinition } from "./trait-definitions.ts";
import { type FieldValue, type TraitSummary, type TraitTally, traitTally } from "./trait-tally.ts";

/** Adds up the rubric sections of results. */
interface RubricTally {
  add(rubric: VerificationResultRubric, cluster: string): void;
  /** In order of first appearance. */
  traits(): readonly TraitSummary[];
}

/** Traits at zero; memory grows with their number, not with that of results. */
export function rubricTally(definitions: ReadonlyMap<string, TraitDefinition>): RubricTally {
  const tallies = new Map<string, TraitTally>();
  const tallyOf = (trait: string): TraitTally => {
    const tally = tallies.get(trait) ?? traitTally(trait, definitions.get(trait));
    tallies.set(trait, tally);
    return tally;
  };
  return {
    add(rubric, cluster) {
      const failures = rubric.traitFailures ?? {};
      const skipped = rubric.dynamicRubricSkippedTraits ?? {};
      const judged = judgedTraits(rubric);
      for (const [trait, { type, values }] of judged) {
        if (Object.hasOwn(failures, trait)) continue;
        const labelled = withClassNames(values, definitions.get(trait));
        if (labelled.some(isOutsideClasses))
          tallyOf(trait).failed("the value is none of the trait's classes");
        else tallyOf(trait).judged(type, labelled, cluster);
      }
      for (const [trait, reason] of Object.entries(failures)) tallyOf(trait).failed(reason);
      for (const [trait, reason] of Object.entries(skipped)) {
        if (reason !== excludedTraitReason) tallyOf(trait).skipped(reason);
      }
      for (const trait of Object.keys(rubric.traitProvenance ?? {})) {
        const isKnown = judged.has(trait) || Object.hasOwn(failures, trait) || Object.hasOwn(skipped, trait);
        if (!isKnown) tallyOf(trait).failed("not evaluated");
      }
    },
    traits: () => [...tallies.values()].map((tally) => tally.summary()),
  };
}

interface JudgedTrait {
  readonly type: TraitType;
  readonly values: FieldValue[];
}

/** The scores of a result by trait, those of a template trait together. */
function judgedTraits(rubric: VerificationResultRubric): ReadonlyMap<string, JudgedTrait> {
  const judged = new Map<string, JudgedTrait>();
  const labels = traitLabels(rubric);
  for (const [type, scores] of traitScoresByType(rubric)) {
    for (const [key, value] of Object.entries(scores ?? {})) {
      const trait = traitOfKey(rubric, key);
      const entry = judged.get(trait) ?? { type, values: [] };
      judged.set(trait, entry);
      const field = key === trait ? null : key.slice(trait.length + 1);
      entry.values.push({ field, value, label: ownEntry(labels, key) });
    }
  }
  return judged;
}

/** Results keep no class names of callable traits; those are in the rubric. */
function withClassNames(
  values: readonly FieldValue[],
  definition: TraitDefinition | undefined,
): readonly FieldValue[] {
  const { classes = null } = definition ?? {};
  if (classes === null) return values;
  return values.map((one) =>
    typeof one.value === "number" && one.label === undefined
      ? { ...one, label: classes[one.value] ?? `class ${one.value}` }
      : one,
  );
}

/** A literal trait that was not judged scores -1. */
function isOutsideClasses({ value, label }: FieldValue): boolean {
  return value === -1 && label !== undefined;
}
