import { defineEntry, emptyRecord, isJsonObject, type JsonValue } from "../../base/index.ts";

/** A number whose spelling in the file differs from the one JavaScript would write, such as `1.0` or 2⁶⁴. */
interface NumberLiteral {
  readonly literal: string;
}

/** The entries of a JSON object in the order of the file. */
export type JsonEntries = ReadonlyMap<string, JsonTree>;

/**
 * JSON as it stood in a file: order of keys (also of keys that look like numbers) and spelling of numbers are kept,
 * which plain objects cannot do. Keys such as `__proto__` are entries like any other.
 */
export type JsonTree = string | number | boolean | null | NumberLiteral | readonly JsonTree[] | JsonEntries;

/** True for the tree of a JSON object. */
export function isEntries(tree: JsonTree | undefined): tree is JsonEntries {
  return tree instanceof Map;
}

/** True for the tree of a JSON array. */
export function isTreeList(tree: JsonTree | undefined): tree is readonly JsonTree[] {
  return Array.isArray(tree);
}

/**
 * The plain value of a tree, frozen. Never touches a prototype: `Object.fromEntries` defines own properties only.
 * Numbers beyond JavaScript's range and the bare `NaN` and `Infinity` are null.
 */
export function plainOf(tree: JsonTree): JsonValue {
  if (typeof tree !== "object" || tree === null) return tree;
  if (isTreeList(tree)) return Object.freeze(tree.map(plainOf));
  if (isEntries(tree)) {
    const record = emptyRecord<JsonValue>();
    for (const [key, value] of tree) defineEntry(record, key, plainOf(value));
    return Object.freeze(record);
  }
  const number = "literal" in tree ? Number(tree.literal) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

/** The tree of a plain value. */
export function treeOf(value: JsonValue): JsonTree {
  if (Array.isArray(value)) return value.map(treeOf);
  if (isJsonObject(value))
    return new Map(Object.entries(value).map(([key, member]) => [key, treeOf(member)]));
  // Arrays and objects are gone; Array.isArray does not narrow readonly arrays away.
  return value as string | number | boolean | null;
}
