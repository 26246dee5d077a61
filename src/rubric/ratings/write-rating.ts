import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { kindOf, type RubricTrait } from "../kinds/list.ts";
import { propertyIndex, propertyList, type RatingScope } from "../kinds/rating-node.ts";
import { type NodePart, overlaidNode } from "./overlaid-node.ts";
import { dynamicTerm, ratingType, readRatingType } from "./rating-types.ts";
import { dynamicTag, readRating } from "./read-rating.ts";

/** Where a trait is written. */
interface RatingPlace {
  readonly scope: RatingScope;
  readonly isDynamic: boolean;
}

/** A new Rating node of a trait. */
export function newRating(trait: RubricTrait, { scope, isDynamic }: RatingPlace): JsonObject {
  if (trait.unusable !== undefined) return placedNode(trait.unusable.node, scope);
  const { term, best, worst, properties } = kindOf(trait).writeRating(trait);
  const tag = isDynamic ? [[dynamicTag, kindOf(trait).borrowed?.type ?? trait.type] as const] : [];
  return {
    "@type": "Rating",
    name: trait.name,
    ...(trait.description === null ? {} : { description: trait.description }),
    bestRating: best,
    worstRating: worst,
    additionalType: ratingType(scope, isDynamic ? dynamicTerm : term),
    additionalProperty: [...properties, ...tag].flatMap(([name, value]) =>
      value === undefined ? [] : [propertyNode(name, value)],
    ),
  };
}

/** The node of a trait that cannot be judged, for a benchmark or a question. */
function placedNode(node: JsonObject, scope: RatingScope): JsonObject {
  const type = readRatingType(node.additionalType);
  const isNode = node["@type"] === "Rating" || typeof node.additionalType === "string";
  if (type === undefined && isNode) return node;
  if (type === undefined) {
    const message = `The trait ${JSON.stringify(node.name)} was read from a results file and cannot be written to a benchmark.`;
    throw new KareninaError("invalid_input", message);
  }
  return type.scope === scope ? node : { ...node, additionalType: ratingType(scope, type.term) };
}

/** The node a trait was read from, with what has changed since; the same node where nothing has. */
export function changedRating(
  node: JsonObject,
  before: RubricTrait,
  after: RubricTrait,
  place: RatingPlace,
): JsonObject {
  const was = newRating(before, place);
  const now = newRating(after, place);
  const parts = partsOf(was, now);
  const changes = parts.filter((part) => !isSame(partOf(was, part), partOf(now, part)));
  if (changes.length === 0) return node;
  const changed = overlaidNode(node, now, changes);
  const meant = readRating(now, place.scope).trait;
  if (isSame(readRating(changed, place.scope).trait, meant)) return changed;
  // The defaults that the node relied on no longer fit the trait: every field is written.
  return overlaidNode(node, now, parts);
}

/** Equal with the same order of keys: the order of classes and of a template's fields means something. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

const ownKeys = ["description", "bestRating", "worstRating", "additionalType"];

function partsOf(...nodes: readonly JsonObject[]): readonly NodePart[] {
  const names = new Set(nodes.flatMap(propertyList).map((property) => propertyName(property)));
  return [...ownKeys.map((key) => ({ key })), ...[...names].map((property) => ({ property }))];
}

function partOf(node: JsonObject, part: NodePart): JsonValue | undefined {
  if ("key" in part) return node[part.key];
  const index = propertyIndex(node, part.property);
  return index === undefined ? undefined : propertyList(node)[index];
}

function propertyName(property: JsonValue): string {
  return isJsonObject(property) ? String(property.name) : "";
}

/** A null value is written as a property without one. */
function propertyNode(name: string, value: JsonValue): JsonObject {
  return { "@type": "PropertyValue", name, ...(value === null ? {} : { value }) };
}
