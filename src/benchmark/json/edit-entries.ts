import type { JsonEntries, JsonTree } from "./json-tree.ts";

/**
 * The entries with some of them set (a tree) or removed (undefined). Every other entry stays as it is and where it is;
 * a new key takes its place after the nearest key that comes before it in `order`.
 */
export function editEntries(
  original: JsonEntries | undefined,
  order: readonly string[],
  changes: ReadonlyMap<string, JsonTree | undefined>,
): JsonEntries {
  const edited = new Map(original);
  for (const key of order.filter((name) => changes.has(name))) {
    const value = changes.get(key);
    if (value === undefined) edited.delete(key);
    else if (edited.has(key)) edited.set(key, value);
    else insertInOrder(edited, order, key, value);
  }
  return edited;
}

function insertInOrder(
  entries: Map<string, JsonTree>,
  order: readonly string[],
  key: string,
  value: JsonTree,
): void {
  const earlier = order.slice(0, order.indexOf(key)).findLast((name) => entries.has(name));
  const keys = [...entries.keys()];
  const later = keys.slice(earlier === undefined ? 0 : keys.indexOf(earlier) + 1);
  const moved = later.map((name) => [name, entries.get(name) ?? null] as const);
  for (const name of later) entries.delete(name);
  entries.set(key, value);
  for (const [name, tree] of moved) entries.set(name, tree);
}
