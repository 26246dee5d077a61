import { isJsonObject, ownEntry } from "../../base/index.ts";
import {
  traitLabels,
  traitOfKey,
  traitScoresByType,
  type VerificationResultRubric,
} from "../../result/index.ts";
import type { TraitType } from "../../rubric/index.ts";
import type { FieldValue } from "./trait-tally.ts";

/** A trait with its values; one, or for a template trait one per field. */
export interface JudgedTrait {
  readonly type: TraitType;
  readonly values: readonly FieldValue[];
}

/** The scores of a result by trait, those of a template trait together. */
export function judgedTraits(rubric: VerificationResultRubric): ReadonlyMap<string, JudgedTrait> {
  const judged = new Map<string, { readonly type: TraitType; readonly values: FieldValue[] }>();
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

/** A literal trait that was not judged scores -1. */
export function isOutsideClasses({ value, label }: Pick<FieldValue, "value" | "label">): boolean {
  return value === -1 && label !== undefined;
}

/** A value of a trait, or of one part of a trait: a field of a template trait, a metric of a metric trait. */
export interface TraitPart {
  /** The trait's name; `trait.part` for parts. */
  readonly name: string;
  /** Class names stand for the numbers of literal traits. */
  readonly value: boolean | number | string;
}

/** The values of a result's traits that are a truth value, a number or a class; those that could not be judged are left out. */
export function traitParts(rubric: VerificationResultRubric): readonly TraitPart[] {
  const parts: TraitPart[] = [];
  for (const [trait, { values }] of judgedTraits(rubric)) {
    if (Object.hasOwn(rubric.traitFailures ?? {}, trait)) continue;
    for (const one of values) {
      if (isOutsideClasses(one)) continue;
      const name = one.field === null ? trait : `${trait}.${one.field}`;
      const value = one.label ?? one.value;
      if (isJsonObject(value)) {
        for (const [metric, score] of Object.entries(value))
          if (typeof score === "number") parts.push({ name: `${name}.${metric}`, value: score });
      } else if (typeof value === "boolean" || typeof value === "number" || typeof value === "string")
        parts.push({ name, value });
    }
  }
  return parts;
}
