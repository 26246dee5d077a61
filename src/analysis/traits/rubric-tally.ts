import type { CountedRubric } from "./counted-rubric.ts";
import { isOutsideClasses } from "./judged-traits.ts";
import type { TraitDefinition } from "./trait-definitions.ts";
import { type FieldValue, type TraitSummary, type TraitTally, traitTally } from "./trait-tally.ts";

/** Adds up the rubric sections of results. */
interface RubricTally {
  add(rubric: CountedRubric, cluster: string): void;
  /** In order of first appearance. */
  traits(): readonly TraitSummary[];
}

/** Traits at zero; memory grows with their number, not with that of results. */
export function rubricTally(definitions: ReadonlyMap<string, TraitDefinition>): RubricTally {
  const tallies = new Map<string, TraitTally>();
  const tallyOf = (trait: string): TraitTally => {
    const known = tallies.get(trait);
    if (known !== undefined) return known;
    const tally = traitTally(trait, definitions.get(trait));
    tallies.set(trait, tally);
    return tally;
  };
  return {
    add({ judged, failed, skipped, unevaluated }, cluster) {
      for (const { trait, type, values } of judged) {
        const labelled = withClassNames(values, definitions.get(trait));
        if (labelled.some(isOutsideClasses))
          tallyOf(trait).failed("the value is none of the trait's classes");
        else tallyOf(trait).judged(type, labelled, cluster);
      }
      for (const { trait, reason } of failed) tallyOf(trait).failed(reason);
      for (const { trait, reason } of skipped) tallyOf(trait).skipped(reason);
      for (const trait of unevaluated) tallyOf(trait).failed("not evaluated");
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
