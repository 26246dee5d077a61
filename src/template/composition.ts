import type { Composition } from "./answer-template.ts";

/** A child of a composition: a node, or just the name of a field. */
export type Condition<Field extends string = string> = Field | Composition<Field>;

/** A check that is no field's, such as one of the outcomes of a scenario: the same words put them together. */
interface TypedCheck {
  readonly type: string;
}

/** Passes when the named field passes. */
export function fieldCheck<const Field extends string>(field: Field): Composition<Field> {
  return { type: "field_check", field };
}

/**
 * Passes when every condition passes. Each stands in the list once; an empty list is refused.
 *
 * @example
 * allOf(["target", anyOf(["mechanism", "pathway"])])
 */
export function allOf<const Field extends string>(
  conditions: readonly Condition<Field>[],
): Composition<Field>;
export function allOf<Check extends TypedCheck>(
  conditions: readonly Check[],
): { readonly type: "all_of"; readonly conditions: readonly Check[] };
export function allOf(conditions: readonly (string | TypedCheck)[]): object {
  return { type: "all_of", conditions: conditions.map(toNode) };
}

/** Passes when at least one condition passes. Each stands in the list once; an empty list is refused. */
export function anyOf<const Field extends string>(
  conditions: readonly Condition<Field>[],
): Composition<Field>;
export function anyOf<Check extends TypedCheck>(
  conditions: readonly Check[],
): { readonly type: "any_of"; readonly conditions: readonly Check[] };
export function anyOf(conditions: readonly (string | TypedCheck)[]): object {
  return { type: "any_of", conditions: conditions.map(toNode) };
}

/** Passes when `n` or more conditions pass, from one to all of them. Each stands in the list once. */
export function atLeastN<const Field extends string>(
  n: number,
  conditions: readonly Condition<Field>[],
): Composition<Field>;
export function atLeastN<Check extends TypedCheck>(
  n: number,
  conditions: readonly Check[],
): { readonly type: "at_least_n"; readonly n: number; readonly conditions: readonly Check[] };
export function atLeastN(n: number, conditions: readonly (string | TypedCheck)[]): object {
  return { type: "at_least_n", n, conditions: conditions.map(toNode) };
}

function toNode(condition: string | TypedCheck): TypedCheck {
  return typeof condition === "string" ? fieldCheck(condition) : condition;
}

/** The conditions below a node; none below a field check. */
function conditionsOf(node: Composition): readonly Composition[] {
  return node.type === "field_check" ? [] : node.conditions;
}

/** Every field name the tree mentions, in order of first mention. */
export function fieldsMentioned(node: Composition): readonly string[] {
  const own = node.type === "field_check" ? [node.field] : [];
  return [...new Set([...own, ...conditionsOf(node).flatMap(fieldsMentioned)])];
}

/** A text that is the same for nodes that say the same in another order or nesting, or by another name. */
export function meaningOf(node: Composition): string {
  return JSON.stringify(simplestForm(node));
}

function simplestForm(node: Composition): Composition {
  if (node.type === "field_check") return node;
  const all = node.conditions.length;
  const needed = node.type === "at_least_n" ? node.n : node.type === "any_of" ? 1 : all;
  const type = needed === 1 ? "any_of" : needed === all ? "all_of" : "at_least_n";
  const inner = node.conditions.map(simplestForm);
  if (type === "at_least_n") return { type, n: needed, conditions: sortParts(inner) };
  const flat = inner.flatMap((child) => (child.type === type ? child.conditions : [child]));
  const conditions = sortParts([...new Map(flat.map((child) => [JSON.stringify(child), child])).values()]);
  const [only, ...others] = conditions;
  return only !== undefined && others.length === 0 ? only : { type, conditions };
}

function sortParts(nodes: readonly Composition[]): readonly Composition[] {
  const byText = nodes.map((node) => [JSON.stringify(node), node] as const);
  return byText.sort(([one], [other]) => (one < other ? -1 : Number(one > other))).map(([, node]) => node);
}

/** Decides the tree from the results per field; only exactly `true` passes, null does not. */
export function compositionPasses(
  node: Composition,
  results: { readonly [field: string]: boolean | null },
): boolean {
  if (node.type === "field_check") return results[node.field] === true;
  const passing = node.conditions.filter((child) => compositionPasses(child, results)).length;
  if (node.type === "all_of") return passing === node.conditions.length;
  return passing >= (node.type === "any_of" ? 1 : node.n);
}

/** The name of the tree's root as results print it: `all_of`, `any_of`, `at_least_n(2)`, `field_check`. */
export function compositionLabel(strategy: Composition | undefined): string {
  if (strategy === undefined) return "all_of";
  return strategy.type === "at_least_n" ? `at_least_n(${strategy.n})` : strategy.type;
}
