import { isJsonObject, type JsonValue } from "../../base/index.ts";
import { editEntries } from "../json/edit-entries.ts";
import { isEntries, isTreeList, type JsonEntries, type JsonTree, treeOf } from "../json/json-tree.ts";
import {
  checkpointContext,
  globalTraitTypes,
  keyOrder,
  questionTraitTypes,
  termPrefix,
} from "./vocabulary.ts";

/**
 * The tree in today's form, its items left as they are: trait types with their prefix, the current context. Works on any
 * tree; what does not have the expected shape is left for the check that follows.
 */
export function upgradeRoot(root: JsonEntries): JsonEntries {
  return edited(root, keyOrder.root, {
    "@context": (context) => (isEntries(context) ? treeOf(checkpointContext) : context),
    rating: eachMember(upgradeRating),
  });
}

/** The same of an item, with the keywords on its question. */
export function upgradeItem(item: JsonEntries): JsonEntries {
  const upgraded = edited(item, keyOrder.item, {
    item: (question) =>
      isEntries(question)
        ? edited(question, keyOrder.question, { rating: eachMember(upgradeRating) })
        : question,
  });
  return moveKeywords(upgraded);
}

/** False for an item that is in today's form, as it has nothing that {@link upgradeItem} looks at. */
export function needsUpgrade(item: JsonValue): boolean {
  return isJsonObject(item) && ("keywords" in item || (isJsonObject(item.item) && "rating" in item.item));
}

function upgradeRating(rating: JsonEntries): JsonEntries {
  return edited(rating, ["additionalType"], {
    additionalType: (type) => {
      const prefixed = `${termPrefix}${String(type)}`;
      return globalTraitTypes.includes(prefixed) || questionTraitTypes.includes(prefixed) ? prefixed : type;
    },
  });
}

/** An item's keywords go to its question unless the question has its own; then the item's stay where they are. */
function moveKeywords(item: JsonEntries): JsonEntries {
  const question = item.get("item");
  const keywords = item.get("keywords");
  if (!isEntries(question) || keywords === undefined) return item;
  if (isAbsent(keywords)) return editEntries(item, keyOrder.item, new Map([["keywords", undefined]]));
  if (!isTextList(keywords) || !isAbsent(question.get("keywords"))) return item;
  const moved = editEntries(question, keyOrder.question, new Map([["keywords", keywords]]));
  const changes = new Map<string, JsonTree | undefined>([
    ["keywords", undefined],
    ["item", moved],
  ]);
  return editEntries(item, keyOrder.item, changes);
}

function isAbsent(tree: JsonTree | undefined): boolean {
  return tree === undefined || tree === null || (isTreeList(tree) && tree.length === 0);
}

function isTextList(tree: JsonTree): boolean {
  return isTreeList(tree) && tree.every((member) => typeof member === "string");
}

type Edit = (tree: JsonTree) => JsonTree;

function edited(
  entries: JsonEntries,
  order: readonly string[],
  edits: { readonly [key: string]: Edit },
): JsonEntries {
  const changes = new Map<string, JsonTree>();
  for (const [key, edit] of Object.entries(edits)) {
    const tree = entries.get(key);
    const changed = tree === undefined ? undefined : edit(tree);
    if (changed !== undefined && changed !== tree) changes.set(key, changed);
  }
  return changes.size === 0 ? entries : editEntries(entries, order, changes);
}

function eachMember(edit: (entries: JsonEntries) => JsonEntries): Edit {
  return (tree) => {
    if (!isTreeList(tree)) return tree;
    const edits = tree.map((member) => (isEntries(member) ? edit(member) : member));
    return edits.some((member, at) => member !== tree[at]) ? edits : tree;
  };
}
