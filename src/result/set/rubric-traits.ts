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

/** The traits that have a score in a set; with an origin only those that come from there. */
export function traitNames(results: readonly VerificationResult[], origin?: TraitOrigin): TraitNames {
  const found = byType(() => new Set<string>());
  for (const { rubric } of results) {
    if (rubric === null) continue;
    for (const [type, scores] of traitScoresByType(rubric)) {
      for (const key of Object.keys(scores ?? {})) {
        const trait = traitOfKey(rubric, key);
        // Files of other programs may say nothing of origins.
        if (origin === undefined || (ownEntry(rubric.traitProvenance, trait) ?? "global") === origin)
          found[type].add(trait);
      }
    }
  }
  return byType((type) => [...found[type]].toSorted());
}

/** Counts traits by origin and type; null when no result has a rubric. */
export function rubricTraitCounts(results: readonly VerificationResult[]): RubricTraitCounts | null {
  if (results.every(({ rubric }) => rubric === null)) return null;
  const counts = (origin: TraitOrigin) => {
    const names = traitNames(results, origin);
    return byType((type) => names[type].length);
  };
  return {
    globalTraits: counts("global"),
    questionSpecificTraits: counts("question_specific"),
    dynamicTraits: counts("dynamic"),
  };
}

function byType<Value>(value: (type: TraitType) => Value): { readonly [Type in TraitType]: Value } {
  // The types are all there; fromEntries says string of any key.
  return Object.fromEntries(traitTypes.map((type) => [type, value(type)])) as { [Type in TraitType]: Value };
}
