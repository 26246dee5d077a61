import type { ValuePair } from "./compare-values.ts";
import type { UnitPair } from "./match-units.ts";
import type { KnownCost } from "./unit.ts";

/** What values are read off. */
interface Valued {
  /** One piece of evidence. */
  readonly cluster: string;
  readonly flags: ReadonlyMap<string, boolean>;
  readonly scores: ReadonlyMap<string, number>;
  readonly resources: ReadonlyMap<string, number>;
  readonly cost: KnownCost | null;
}

type Pairs<Unit> = readonly UnitPair<Unit>[];

/** The pairs in which both sides have a value. */
export function valuePairs<Unit extends Pick<Valued, "cluster">>(
  pairs: Pairs<Unit>,
  read: (unit: Unit) => number | null,
): readonly ValuePair[] {
  return pairs.flatMap(({ a, b }) => {
    const ofA = read(a);
    const ofB = read(b);
    return ofA === null || ofB === null ? [] : [{ cluster: a.cluster, a: ofA, b: ofB }];
  });
}

const tellsCost = (pairs: Pairs<Valued>): boolean =>
  pairs.some(({ a, b }) => [a, b].some(({ cost }) => cost !== null && cost.usd > 0));

/** Of how many units the price of some calls is not known, where any is. */
export function partialCosts(pairs: Pairs<Valued>): { partialCostA: number; partialCostB: number } {
  const partial = (side: "a" | "b") =>
    tellsCost(pairs) ? pairs.filter((pair) => pair[side].cost?.isPartial).length : 0;
  return { partialCostA: partial("a"), partialCostB: partial("b") };
}

/** Names that both units of some pair have, in order of first appearance; no cost where nothing has one. */
export function namesOf<Part extends string>(
  pairs: Pairs<Valued & { readonly [Name in Part]: ReadonlyMap<string, unknown> }>,
  part: Part,
): readonly string[] {
  const names = new Set<string>();
  for (const { a, b } of pairs) for (const name of a[part].keys()) if (b[part].has(name)) names.add(name);
  return tellsCost(pairs) ? [...names] : [...names].filter((name) => !name.endsWith("cost_usd"));
}
