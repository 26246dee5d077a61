import { reasonCause } from "./reason-cause.ts";

/** How often a reason was found. */
export interface ReasonCount {
  readonly count: number;
  /** How often with each answering model, by its short name. */
  readonly models: readonly { readonly model: string; readonly count: number }[];
}

/** So many reasons are told apart. */
const mostReasons = 50;

/** Counts reasons, of each of which the first is kept; those are one that differ in numbers, times and names of requests. */
export function countedReasons<First extends { readonly reason: string }>(): {
  /** @param kind what tells apart reasons of the same words */
  add(first: First, kind: readonly unknown[], model: string): void;
  /** Most frequent first; at most {@link mostReasons}. */
  reasons(): readonly (First & ReasonCount)[];
  /** How many were counted in all. */
  count(): number;
  /** Those for reasons beyond the ones listed. */
  others(): number;
} {
  const found = new Map<
    string,
    { readonly first: First; count: number; readonly models: Map<string, number> }
  >();
  let count = 0;
  let others = 0;
  return {
    add(first, kind, model) {
      count++;
      const cause = JSON.stringify([...kind, reasonCause(first.reason)]);
      let counted = found.get(cause);
      if (counted === undefined) {
        if (found.size >= mostReasons) {
          others++;
          return;
        }
        counted = { first, count: 0, models: new Map() };
        found.set(cause, counted);
      }
      counted.count++;
      counted.models.set(model, (counted.models.get(model) ?? 0) + 1);
    },
    reasons: () =>
      Array.from(found.values(), ({ first, count: often, models }) => ({
        ...first,
        count: often,
        models: Array.from(models, ([model, ofModel]) => ({ model, count: ofModel })),
      })).sort((left, right) => right.count - left.count),
    count: () => count,
    others: () => others,
  };
}
