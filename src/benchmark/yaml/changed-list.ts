import { isDeepStrictEqual } from "node:util";
import { isMap, isSeq, type Node, type YAMLMap } from "yaml";
import { isJsonObject, type JsonObject, type JsonValue, ownEntry } from "../../base/index.ts";
import type { TextEdits } from "./text-edits.ts";
import { keyText } from "./yaml-place.ts";

/** A map whose keys stand on lines of their own. */
export type BlockMap = YAMLMap<Node, Node | null>;

/** Keys with the values they get; undefined takes one away. */
export type Changes = Map<string, JsonValue | undefined>;

/** An item of a list as a file says it. */
export interface ListItem {
  /** What it is known by. */
  readonly key: string;
  /** Only items of one sequence have an order among themselves. */
  readonly sequence: string;
  readonly form: JsonObject;
}

/** What becomes of a list. */
interface ListChange<Item extends ListItem> {
  /** What the items of the file are known by, in its order; one without a key stays as it is. */
  readonly keys: readonly (string | undefined)[];
  readonly now: readonly Item[];
  /** Changes an item that stays, where that is necessary. */
  readonly change: (item: Node, now: Item, place: number) => void;
}

/** Changes a block list item by item; false where it has to be written anew. */
export function changeList<Item extends ListItem>(
  edits: TextEdits,
  list: Node | null | undefined,
  { keys, now, change }: ListChange<Item>,
): boolean {
  if (!isSeq<Node>(list) || list.flow === true || now.length === 0) return false;
  const { items } = list;
  const [first] = items;
  if (first === undefined) return false;
  const kept = keptPlaces(keys, now);
  const places = new Set(kept.values());
  const stays = (_item: Node, place: number) => keys[place] === undefined || places.has(place);
  for (const [place, item] of items.entries()) if (!stays(item, place)) edits.removeItem(list, item);
  const last = items.findLast(stays);
  const left = Map.groupBy(
    now.filter(({ key }) => kept.has(key)),
    ({ sequence }) => sequence,
  );
  const previous = new Map<string, Node>();
  for (const one of now) {
    const place = kept.get(one.key) ?? -1;
    const item = items[place];
    if (item !== undefined) {
      change(item, one, place);
      previous.set(one.sequence, item);
      continue;
    }
    const [next] = left.get(one.sequence) ?? [];
    const before = next === undefined ? undefined : items[kept.get(next.key) ?? -1];
    const after = previous.get(one.sequence) ?? (before === undefined ? last : undefined);
    edits.addItem(list, one.form, after === undefined ? { before: before ?? first } : { after });
  }
  return true;
}

/** The places of items that are still there, those of each sequence in the order of the file. */
function keptPlaces(
  keys: readonly (string | undefined)[],
  now: readonly ListItem[],
): ReadonlyMap<string, number> {
  const places = new Map(keys.map((key, place) => [key, place]));
  const kept = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { key, sequence } of now) {
    const place = places.get(key);
    if (place === undefined || place < (last.get(sequence) ?? 0)) continue;
    kept.set(key, place);
    last.set(sequence, place);
  }
  return kept;
}

/** Two states of a list whose items have names, and how the file says it. */
interface NamedLists {
  readonly said: JsonValue | undefined;
  readonly before: readonly ListItem[];
  readonly now: readonly ListItem[];
}

/** Changes the list at a key item by item, and takes it from what is to be written anew. */
export function changeNamed(
  edits: TextEdits,
  map: BlockMap,
  changes: Changes,
  { key, said, before, now }: NamedLists & { readonly key: string },
): void {
  const named = new Map(before.map((item) => [nameOf(item.form), item.key]));
  const forms = new Map(before.map((item) => [item.key, item.form]));
  const isDone = changeList(edits, map.get(key, true), {
    keys: (Array.isArray(said) ? said : []).map((form: JsonValue) => named.get(nameOf(form))),
    now,
    change: (item, { key: own, form }) => changeItem(edits, item, forms.get(own) ?? {}, form),
  });
  if (isDone) changes.delete(key);
}

/** A trait may stand as its Rating node, which has its name. */
function nameOf(form: JsonValue): JsonValue | undefined {
  if (!isJsonObject(form)) return undefined;
  return isJsonObject(form.rating) ? form.rating.name : form.name;
}

function changeItem(edits: TextEdits, item: Node, before: JsonObject, now: JsonObject): void {
  const changes = changedKeys(before, now);
  if (changes.size === 0) return;
  const isAlike =
    isMap<Node, Node | null>(item) &&
    item.flow !== true &&
    item.items.some(({ key }) => Object.hasOwn(now, keyText(key)));
  if (isAlike) edits.setKeys(item, changes, Object.keys(now));
  else edits.replaceNode(item, now);
}

/** The keys in which two forms differ, with the values of the second. */
export function changedKeys(one: JsonObject, other: JsonObject): Changes {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(ownEntry(one, key), ownEntry(other, key)));
  return new Map(changed.map((key) => [key, ownEntry(other, key)]));
}
