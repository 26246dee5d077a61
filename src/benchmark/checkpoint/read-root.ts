import { costlyJson, type JsonValue, KareninaError } from "../../base/index.ts";
import { freezeJson } from "../frozen-json.ts";
import {
  isEntries,
  isTreeList,
  type JsonEntries,
  type JsonTree,
  plainOf,
  treeOf,
} from "../json/json-tree.ts";
import { parseJson } from "../json/parse-json.ts";
import { parsePlainList } from "../json/plain-json.ts";
import { describeValue } from "../problems/problem.ts";
import { needsUpgrade, upgradeItem, upgradeRoot } from "./upgrade-checkpoint.ts";

/** A member of a checkpoint's list of questions, in today's form. */
export interface ReadItem {
  readonly plain: JsonValue;
  /** The list of its question's traits. */
  readonly ratings?: JsonTree | undefined;
  /** Made when it is first asked for: only writing needs it. */
  readonly tree: () => JsonTree;
}

/** A checkpoint in today's form, its items apart: in the root they are an empty list. */
interface ReadRoot<Item> {
  readonly root: JsonEntries;
  /** Read one by one as they are asked for, anew each time. */
  readonly items: Iterable<Item>;
}

/** Refuses the text of a checkpoint that would take long to read. `file` names it in the error: `file_unreadable`. */
export function refuseCostly(text: string, file: string): void {
  const costly = costlyJson(text);
  if (costly !== undefined) throw new KareninaError("file_unreadable", `${file}: ${costly}.`);
}

/** The root of a text that is laid out as programs write it; undefined for another text, as are its items that are laid out otherwise. */
export function readPlainRoot(text: string): ReadRoot<ReadItem | undefined> | undefined {
  const plain = parsePlainList(text, itemsKey);
  if (plain === undefined) return undefined;
  const root = new Map(Object.entries(plain.root).map(([key, value]) => [key, treeOf(value)]));
  return { root: upgradeRoot(root), items: { [Symbol.iterator]: () => plainItems(plain.items) } };
}

function* plainItems(values: Iterable<JsonValue | undefined>): Generator<ReadItem | undefined> {
  for (const value of values) yield value === undefined ? undefined : plainItem(value);
}

/** The root of any text. `file` names it in the error: `invalid_input` for what is no object of JSON. */
export function readAnyRoot(text: string, file: string): ReadRoot<ReadItem> {
  const tree = rootOf(text, file);
  const list = tree.get(itemsKey);
  if (!isTreeList(list)) return { root: upgradeRoot(tree), items: [] };
  return { root: upgradeRoot(new Map(tree).set(itemsKey, [])), items: list.map(itemOf) };
}

const itemsKey = "dataFeedElement";

/** The tree of a root with the trees of its items in it. */
export function wholeRoot(root: JsonEntries, items: readonly ReadItem[]): JsonEntries {
  return items.length === 0
    ? root
    : new Map(root).set(
        itemsKey,
        items.map(({ tree }) => tree()),
      );
}

function plainItem(value: JsonValue): ReadItem {
  return needsUpgrade(value)
    ? itemOf(treeOf(value))
    : { plain: freezeJson(value), tree: whenAsked(() => treeOf(value)) };
}

function itemOf(tree: JsonTree): ReadItem {
  const upgraded = isEntries(tree) ? upgradeItem(tree) : tree;
  const question = isEntries(upgraded) ? upgraded.get("item") : undefined;
  const ratings = isEntries(question) ? question.get("rating") : undefined;
  return { plain: plainOf(upgraded), ratings, tree: () => upgraded };
}

/** Makes a value when it is first asked for. */
export function whenAsked<Value extends JsonTree>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function rootOf(text: string, file: string): JsonEntries {
  const reading = parseJson(text);
  if ("fault" in reading) {
    const { message, line, column } = reading.fault;
    throw new KareninaError(
      "invalid_input",
      `${file} is not valid JSON: line ${line}, column ${column}: ${message}`,
    );
  }
  if (isEntries(reading.tree)) return reading.tree;
  const found = describeValue(isTreeList(reading.tree) ? [] : plainOf(reading.tree));
  throw new KareninaError(
    "invalid_input",
    `${file} is not a checkpoint: $: expected an object, found ${found}`,
  );
}
