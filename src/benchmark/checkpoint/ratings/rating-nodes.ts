import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/index.ts";
import { isEntries, isTreeList, type JsonEntries, type JsonTree, plainOf } from "../../json/json-tree.ts";

/**
 * The Rating nodes of a list, as plain objects; one without any key stands for a member that is none. Classes whose order a plain object cannot hold
 * are given as JSON text, which readers of the format take as well.
 */
export function ratingNodes(ratings: JsonTree | undefined): readonly JsonObject[] {
  return isTreeList(ratings) ? ratings.map(ratingNode) : [];
}

function ratingNode(rating: JsonTree): JsonObject {
  if (!isEntries(rating)) return {};
  const node = plainOf(rating);
  const properties = rating.get("additionalProperty");
  if (!isJsonObject(node)) return {};
  return isTreeList(properties) ? { ...node, additionalProperty: properties.map(propertyNode) } : node;
}

function propertyNode(property: JsonTree): JsonValue {
  const node = plainOf(property);
  const value = isEntries(property) ? property.get("value") : undefined;
  if (!isJsonObject(node) || node.name !== "classes" || !isEntries(value)) return node;
  return keepsOrder(value, node.value) ? node : { ...node, value: entriesText(value) };
}

function keepsOrder(entries: JsonEntries, plain: JsonValue | undefined): boolean {
  const names = isJsonObject(plain) ? Object.keys(plain) : [];
  return [...entries.keys()].every((name, index) => name === names[index]);
}

function entriesText(entries: JsonEntries): string {
  const members = [...entries].map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(plainOf(value))}`,
  );
  return `{${members.join(", ")}}`;
}
