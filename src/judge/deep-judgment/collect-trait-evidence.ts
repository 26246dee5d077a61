import { recordFrom } from "../../base/index.ts";
import type { RubricDeepJudgment, TraitRecord } from "./rubric-deep-judgment.ts";
import type { TraitLog } from "./trait-log.ts";
import type { TraitOutcome } from "./trait-outcome.ts";

/** The evidence of the traits that were judged from evidence; what is known of the other traits is not in it. */
export type TraitEvidenceSummary = Omit<RubricDeepJudgment, "standardScores">;

/** Sorts what became of the traits, in their order. */
export function collectTraitEvidence(outcomes: readonly TraitOutcome[], log: TraitLog): TraitEvidenceSummary {
  const records = outcomes.map((outcome) => [outcome.item.name, recordOf(outcome, log)] as const);
  return {
    rejected: byTrait(outcomes, ({ item }) => {
      const rejected = log.rejectedOf(item.name);
      return rejected.length === 0 ? null : rejected;
    }),
    excerpts: byTrait(outcomes, ({ excerpts }) => excerpts),
    reasoning: byTrait(outcomes, ({ reasoning }) => reasoning),
    scores: recordFrom(outcomes.flatMap(({ judgement }) => Object.entries(judgement.scores))),
    traits: recordFrom(records),
    traitsWithoutValidExcerpts: outcomes.flatMap(({ item, isLacking }) => (isLacking ? [item.name] : [])),
    hallucinationRisk: byTrait(outcomes, ({ risk, excerpts }) =>
      risk === null
        ? null
        : {
            overallRisk: risk,
            perExcerptRisks: (excerpts ?? []).flatMap(({ hallucinationRisk }) => hallucinationRisk ?? []),
          },
    ),
    modelCalls: log.modelCalls,
    excerptRetries: records.reduce((sum, [, { excerptRetryCount }]) => sum + excerptRetryCount, 0),
  };
}

function recordOf({ item, excerpts, isLacking, judgement }: TraitOutcome, log: TraitLog): TraitRecord {
  return {
    ...log.progressOf(item.name),
    hadExcerpts: (excerpts ?? []).some(({ text }) => text !== ""),
    excerptValidationFailed: isLacking,
    ...(!judgement.ok && !isLacking && { error: judgement.problem }),
  };
}

/** What the traits have of something; a trait without it is left out. */
function byTrait<Value>(
  outcomes: readonly TraitOutcome[],
  of: (outcome: TraitOutcome) => Value | null,
): { readonly [trait: string]: Value } {
  const entries = outcomes.map((outcome) => [outcome.item.name, of(outcome)] as const);
  return recordFrom(
    entries.flatMap(([name, value]): [string, Value][] => (value === null ? [] : [[name, value]])),
  );
}
