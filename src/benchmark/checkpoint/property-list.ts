import type { JsonValue } from "../../base/index.ts";
import { editEntries } from "../json/edit-entries.ts";
import { isEntries, isTreeList, type JsonTree, treeOf } from "../json/json-tree.ts";
import { keyOrder } from "./vocabulary.ts";

/** A property to set, or to remove where `value` is undefined. */
export interface PropertyEdit {
  readonly name: string;
  readonly value: JsonValue | undefined;
}

/**
 * A list of PropertyValue nodes with some of them set or removed; undefined when nothing is left of a list that was
 * not there before. A new property goes after the last one whose rank is not higher; properties without a rank stay put.
 */
export function editProperties(
  original: JsonTree | undefined,
  edits: readonly PropertyEdit[],
  rank: (name: string) => number | undefined,
): JsonTree | undefined {
  const list = isTreeList(original) ? [...original] : [];
  for (const edit of edits) applyEdit(list, edit, rank);
  return list.length === 0 && !isTreeList(original) ? original : list;
}

function applyEdit(
  list: JsonTree[],
  { name, value }: PropertyEdit,
  rank: (name: string) => number | undefined,
): void {
  const at = list.findLastIndex((node) => nameOf(node) === name);
  if (value === undefined) {
    list.splice(0, list.length, ...list.filter((node) => nameOf(node) !== name));
  } else if (at === -1) {
    const own = rank(name) ?? 0;
    const before = list.findLastIndex((node) => (rank(nameOf(node)) ?? Number.POSITIVE_INFINITY) <= own);
    list.splice(before + 1, 0, propertyNode(name, value));
  } else {
    list[at] = withValue(list[at] ?? null, value);
  }
}

/** A null value is written as a property without one. */
function propertyNode(name: string, value: JsonValue): JsonTree {
  const node: [string, JsonTree][] = [
    ["@type", "PropertyValue"],
    ["name", name],
  ];
  return new Map(value === null ? node : [...node, ["value", treeOf(value)]]);
}

function withValue(node: JsonTree, value: JsonValue): JsonTree {
  if (!isEntries(node)) return node;
  return editEntries(
    node,
    keyOrder.property,
    new Map([["value", value === null ? undefined : treeOf(value)]]),
  );
}

function nameOf(node: JsonTree): string {
  const name = isEntries(node) ? node.get("name") : undefined;
  return typeof name === "string" ? name : "";
}
