import { countedRubric, rubricTally, type TraitValues, traitDefinitions } from "../../analysis/index.ts";
import { recordFrom } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { type Rubric, type TraitType, traitTypes } from "../../rubric/index.ts";
import { whyFailed } from "./why-failed.ts";

/**
 * What a trait came to over several results: the share of true, the mean of scores, the share of each class, the mean of each
 * metric.
 */
export type AggregatedTrait = number | { readonly [part: string]: number };

/** Traits over all results by kind, such as `llm` and `regex`. */
export type AggregatedRubrics = {
  readonly [Type in TraitType]: { readonly [trait: string]: AggregatedTrait };
} & {
  /** Results that judge or infrastructure failed; nothing of them counts. */
  readonly failedReplicateCount: number;
};

/** Adds up the traits of results. */
export function aggregateRubrics(
  results: readonly VerificationResult[],
  rubrics: readonly Rubric[],
): AggregatedRubrics {
  const tally = rubricTally(traitDefinitions(rubrics));
  const usable = results.filter((result) => whyFailed(result) === undefined);
  for (const { rubric, metadata } of usable)
    if (rubric !== null) tally.add(countedRubric(rubric), metadata.questionId);
  const traits = tally.traits();
  const ofType = (type: TraitType) =>
    recordFrom(
      traits
        .filter((trait) => trait.type === type)
        .flatMap(({ trait, values }) =>
          values.map((value) => [nameOf(trait, value), partsOf(value)] as const),
        )
        .flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    );
  const byType = recordFrom(traitTypes.map((type) => [type, ofType(type)] as const));
  return {
    ...(byType as Pick<AggregatedRubrics, TraitType>), // one entry for each type
    failedReplicateCount: results.length - usable.length,
  };
}

const nameOf = (trait: string, { field }: TraitValues): string =>
  field === null ? trait : `${trait}.${field}`;

function partsOf(values: TraitValues): AggregatedTrait | undefined {
  if (values.n === 0) return undefined;
  if (values.kind === "boolean") return values.rate;
  if (values.kind === "score") return values.mean;
  if (values.kind === "literal")
    return recordFrom(values.counts.map(({ label, count }) => [label, count / values.n] as const));
  if (values.kind === "metric")
    return recordFrom(values.metrics.map(({ metric, mean }) => [metric, mean] as const));
  return undefined;
}
