import { isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { propertyIndex, propertyList } from "../kinds/rating-node.ts";

/** A key of a Rating node, or one of its properties. */
export type NodePart = { readonly key: string } | { readonly property: string };

type Entry = readonly [key: string, value: JsonValue];

/** A node with some parts as another has them, absent where it has none; everything else stays as and where it was. */
export function overlaidNode(node: JsonObject, now: JsonObject, parts: readonly NodePart[]): JsonObject {
  const entries = parts.reduce<readonly Entry[]>(
    (list, part) => ("key" in part ? withKey(list, part.key, now[part.key]) : list),
    Object.entries(node),
  );
  const properties = parts.reduce(
    (list, part) => ("property" in part ? withProperty(list, part.property, now) : list),
    propertyList(node),
  );
  return { ...Object.fromEntries(entries), additionalProperty: properties };
}

const keyOrder = ["@type", "@id", "name", "description", "bestRating", "worstRating"];

function withKey(entries: readonly Entry[], key: string, value: JsonValue | undefined): readonly Entry[] {
  const place = entries.findIndex(([one]) => one === key);
  if (value === undefined) return entries.filter(([one]) => one !== key);
  if (place !== -1) return entries.with(place, [key, value]);
  const earlier = keyOrder.slice(0, keyOrder.indexOf(key));
  const before = entries.findLastIndex(([one]) => earlier.includes(one));
  return entries.toSpliced(before + 1, 0, [key, value]);
}

/** An old property keeps its keys but for the value; a new one stands behind those that precede it in `now`. */
function withProperty(list: readonly JsonValue[], name: string, now: JsonObject): readonly JsonValue[] {
  const index = propertyIndex(now, name);
  if (index === undefined) return list.filter((property) => nameOf(property) !== name);
  const property = propertyList(now)[index] ?? null;
  const place = list.findLastIndex((one) => nameOf(one) === name);
  if (place !== -1) return list.with(place, withValueOf(list[place], property));
  const earlier = propertyList(now).slice(0, index).map(nameOf);
  const before = list.findLastIndex((one) => earlier.includes(nameOf(one)));
  return list.toSpliced(before + 1, 0, property);
}

function withValueOf(old: JsonValue | undefined, property: JsonValue): JsonValue {
  if (!isJsonObject(old) || !isJsonObject(property)) return property;
  const { value: _value, ...kept } = old;
  return property.value === undefined ? kept : { ...kept, value: property.value };
}

function nameOf(property: JsonValue): JsonValue | undefined {
  return isJsonObject(property) ? property.name : undefined;
}
