import type { VerificationResultRubric } from "../../result/index.ts";
import { excludedTraitReason } from "../../rubric/index.ts";
import { isOutsideClasses, judgedTraits } from "./judged-traits.ts";
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
