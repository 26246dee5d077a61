import type { Composition } from "../answer-template.ts";
import { fieldsMentioned } from "../composition.ts";

/** A field's weight and its score in 0..1; null where the judge found no value. */
interface WeightedScore {
  readonly weight: number;
  readonly score: number | null;
}

/**
 * Partial credit of a template: Σ (weight × score) of the credited fields over Σ weight of all verified fields, in 0..1;
 * 0 when the weights add up to 0, and 1 when every field has full credit.
 *
 * The root of the strategy says which fields are credited: `all_of`, a lone field check and no strategy every field,
 * `any_of` those below its child with the largest contribution, `at_least_n` those below its n children with the largest
 * contributions; each field once. Fields the strategy does not mention count as further children of its root.
 */
export function granularScore(
  scores: { readonly [field: string]: WeightedScore },
  strategy: Composition | undefined,
): number {
  const fields = Object.values(scores);
  const total = sum(fields.map(({ weight }) => weight));
  if (total === 0) return 0;
  if (fields.every(({ weight, score }) => weight === 0 || score === 1)) return 1;
  const contribution = (name: string) => (scores[name]?.weight ?? 0) * (scores[name]?.score ?? 0);
  const earned = sum(credited(strategy, Object.keys(scores), contribution).map(contribution));
  return Math.min(1, Math.max(0, earned / total));
}

function credited(
  strategy: Composition | undefined,
  names: readonly string[],
  contribution: (name: string) => number,
): readonly string[] {
  if (strategy?.type !== "any_of" && strategy?.type !== "at_least_n") return names;
  const mentioned = fieldsMentioned(strategy);
  const children = [
    ...strategy.conditions.map(fieldsMentioned),
    ...names.filter((name) => !mentioned.includes(name)).map((name) => [name]),
  ];
  const worth = (fields: readonly string[]) => sum(fields.map(contribution));
  const best = children.toSorted((left, right) => worth(right) - worth(left));
  return [...new Set(best.slice(0, strategy.type === "any_of" ? 1 : strategy.n).flat())];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
