import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import { type RatingScope, ratingsFromTraits } from "../../../rubric/index.ts";
import { editEntries } from "../../json/edit-entries.ts";
import { isEntries, isTreeList, type JsonEntries, type JsonTree, treeOf } from "../../json/json-tree.ts";
import type { Rubrics } from "../../rubrics/rubrics.ts";
import { keyOrder } from "../vocabulary.ts";
import { ratingNodes } from "./rating-nodes.ts";

/**
 * The Rating nodes of traits; undefined without any. `ratings` is the list they were read from: a node of which nothing
 * has changed is the one that stood there, spelling of numbers included, and of a changed one everything else is.
 */
export function writeRatings(
  { rubric, dynamicRubric }: Rubrics,
  scope: RatingScope,
  ratings: JsonTree | undefined,
): JsonTree | undefined {
  const trees = isTreeList(ratings) ? ratings : [];
  const origin = ratingNodes(ratings);
  const nodes = ratingsFromTraits({ rubric, dynamicRubric }, scope, origin);
  if (nodes.length === 0) return undefined;
  return nodes.map((node) => {
    const place = placeOf(node, origin);
    const [tree, before] = [trees[place], origin[place]];
    if (tree === undefined || before === undefined) return treeOf(node);
    return isEntries(tree) ? changedNode(tree, before, node) : tree;
  });
}

/** The place of the node itself, else of the one it was made from: one that is alike in type and name, or in name. */
function placeOf(node: JsonObject, origin: readonly JsonObject[]): number {
  const places = [
    origin.indexOf(node),
    origin.findIndex((one) => one.name === node.name && one.additionalType === node.additionalType),
    origin.findIndex((one) => one.name === node.name && isDynamic(one) === isDynamic(node)),
  ];
  return places.find((place) => place !== -1) ?? -1;
}

function isDynamic({ additionalType }: JsonObject): boolean {
  return String(additionalType).endsWith("DynamicRubricTrait");
}

/** What is the same value in both nodes stays as it stood in the tree. */
function changedNode(tree: JsonEntries, before: JsonObject, now: JsonObject): JsonTree {
  if (before === now) return tree;
  const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...keys].filter((key) => before[key] !== now[key]);
  const changes = changed.map((key): [string, JsonTree | undefined] => [
    key,
    key === "additionalProperty"
      ? changedProperties(tree.get(key), listOf(before[key]), listOf(now[key]))
      : treeOrNone(now[key]),
  ]);
  return editEntries(tree, [...keyOrder.rating, ...keys], new Map(changes));
}

function changedProperties(
  tree: JsonTree | undefined,
  before: readonly JsonValue[],
  now: readonly JsonValue[],
): JsonTree {
  const trees = isTreeList(tree) ? tree : [];
  return now.map((property) => {
    const same = trees[before.indexOf(property)];
    if (same !== undefined) return same;
    const named = trees[before.findLastIndex((one) => nameOf(one) === nameOf(property))];
    if (!isEntries(named) || !isJsonObject(property)) return treeOf(property);
    return editEntries(named, keyOrder.property, new Map([["value", treeOrNone(property.value)]]));
  });
}

function treeOrNone(value: JsonValue | undefined): JsonTree | undefined {
  return value === undefined ? undefined : treeOf(value);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function nameOf(property: JsonValue): JsonValue | undefined {
  return isJsonObject(property) ? property.name : undefined;
}
