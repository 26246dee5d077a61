import { ownEntry } from "../../base/index.ts";
import { type TraitOrigin, type TraitType, traitTypes } from "../../rubric/index.ts";
import { traitOfKey, traitScoresByType } from "../sections/rubric.ts";
import type { VerificationResult } from "../verification-result.ts";

/** Names of the traits that have a score, by type, sorted. */
export type TraitNames = { readonly [Type in TraitType]: readonly string[] };

/** How many traits there are of each type. */
type TraitCounts = { readonly [Type in TraitType]: number };

/** How many different traits a set has scores of, by where they come from. */
export interface RubricTraitCounts {
  readonly globalTraits: TraitCounts;
  readonly questionSpecificTraits: TraitCounts;
  readonly dynamicTraits: TraitCounts;
}

/** Finds out which traits results have scores of, one result at a time. */
export function collectTraits(): {
  add(result: VerificationResult): void;
  /** All of them. */
  names(): TraitNames;
  /** Null when no result has a rubric. */
  counts(): RubricTraitCounts | null;
} {
  const all = byType(() => new Set<string>());
  const ofOrigin = new Map<string, typeof all>();
  let hasRubric = false;
  const countsOf = (origin: TraitOrigin): TraitCounts =>
    byType((type) => ofOrigin.get(origin)?.[type].size ?? 0);

  return {
    add({ rubric }) {
      if (rubric === null) return;
      hasRubric = true;
      for (const [type, scores] of traitScoresByType(rubric)) {
        for (const key of Object.keys(scores ?? {})) {
          const trait = traitOfKey(rubric, key);
          // Files of other programs may say nothing of origins.
          const origin = ownEntry(rubric.traitProvenance, trait) ?? "global";
          const found = ofOrigin.get(origin) ?? byType(() => new Set<string>());
          ofOrigin.set(origin, found);
          found[type].add(trait);
          all[type].add(trait);
        }
      }
    },
    names: () => byType((type) => [...all[type]].toSorted()),
    counts: () =>
      hasRubric
        ? {
            globalTraits: countsOf("global"),
            questionSpecificTraits: countsOf("question_specific"),
            dynamicTraits: countsOf("dynamic"),
          }
        : null,
  };
}

function byType<Value>(value: (type: TraitType) => Value): { readonly [Type in TraitType]: Value } {
  // The types are all there; fromEntries says string of any key.
  return Object.fromEntries(traitTypes.map((type) => [type, value(type)])) as { [Type in TraitType]: Value };
}
