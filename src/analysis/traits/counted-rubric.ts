import type { VerificationResultRubric } from "../../result/index.ts";
import { excludedTraitReason } from "../../rubric/index.ts";
import { type JudgedTrait, judgedTraits } from "./judged-traits.ts";

/** What a summary needs of the rubric section of a result. */
export interface CountedRubric {
  /** True: traits were judged. */
  readonly isEvaluated: boolean;
  /** Traits with their values, but for those that failed. */
  readonly judged: readonly CountedTrait[];
  /** Traits that could not be judged, with why. */
  readonly failed: readonly TraitReason[];
  /** Dynamic traits that did not apply, with why. */
  readonly skipped: readonly TraitReason[];
  /** Traits that were to have a value and have none, nobody says why. */
  readonly unevaluated: readonly string[];
}

interface CountedTrait extends JudgedTrait {
  readonly trait: string;
}

interface TraitReason {
  readonly trait: string;
  readonly reason: string;
}

/** Reads a rubric section. */
export function countedRubric(rubric: VerificationResultRubric): CountedRubric {
  const failures = rubric.traitFailures ?? {};
  const skipped = rubric.dynamicRubricSkippedTraits ?? {};
  const judged = judgedTraits(rubric);
  const unevaluated = Object.keys(rubric.traitProvenance ?? {}).filter(
    (trait) => !judged.has(trait) && !Object.hasOwn(failures, trait) && !Object.hasOwn(skipped, trait),
  );
  return {
    isEvaluated: rubric.rubricEvaluationPerformed || rubric.agenticTraitScores !== null,
    judged: Array.from(judged, ([trait, { type, values }]) => ({ trait, type, values })).filter(
      ({ trait }) => !Object.hasOwn(failures, trait),
    ),
    failed: reasonsIn(failures),
    skipped: reasonsIn(skipped).filter(({ reason }) => reason !== excludedTraitReason),
    unevaluated,
  };
}

const reasonsIn = (reasons: { readonly [trait: string]: string }): readonly TraitReason[] =>
  Object.entries(reasons).map(([trait, reason]) => ({ trait, reason }));
