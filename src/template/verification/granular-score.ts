import type { Composition } from "../answer-template.ts";
import { fieldsMentioned } from "../composition.ts";

/** A field's weight and its score in 0..1; null where the judge found no value. */
export interface WeightedScore {
  readonly weight: number;
  readonly score: number | null;
}

/**
 * Partial credit of a template: Σ (weight × score) of the credited fields over Σ weight of all verified
 * fields, in 0..1; 0 when the weights add up to 0.
 *
 * Credited are, by the strategy: `all_of` every field below it, `any_of` the child with the largest
 * contribution, `at_least_n` the n children with the largest contributions; at any depth, each field once.
 * Fields the strategy does not mention count as further children of its root; without a strategy, and for a
 * lone field check, every field counts.
 */
export function granularScore(
  scores: { readonly [field: string]: WeightedScore },
  strategy: Composition | undefined,
): number {
  const names = Object.keys(scores);
  const total = sum(names.map((name) => scores[name]?.weight ?? 0));
  if (total === 0) return 0;
  const contribution = (name: string) => (scores[name]?.weight ?? 0) * (scores[name]?.score ?? 0);
  const earned = sum([...credited(rootOf(strategy, names), contribution)].map(contribution));
  return Math.min(1, Math.max(0, earned / total));
}

function rootOf(strategy: Composition | undefined, names: readonly string[]): Composition {
  const mentioned = strategy === undefined ? [] : fieldsMentioned(strategy);
  const rest = names
    .filter((name) => !mentioned.includes(name))
    .map((field): Composition => ({ type: "field_check", field }));
  if (strategy === undefined) return { type: "all_of", conditions: rest };
  if (strategy.type === "field_check") return { type: "all_of", conditions: [strategy, ...rest] };
  return { ...strategy, conditions: [...strategy.conditions, ...rest] };
}

function credited(node: Composition, contribution: (name: string) => number): ReadonlySet<string> {
  if (node.type === "field_check") return new Set([node.field]);
  const children = node.conditions.map((child) => credited(child, contribution));
  if (node.type === "all_of") return union(children);
  const worth = (fields: ReadonlySet<string>) => sum([...fields].map(contribution));
  const best = children.toSorted((left, right) => worth(right) - worth(left));
  return union(best.slice(0, node.type === "any_of" ? 1 : node.n));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
