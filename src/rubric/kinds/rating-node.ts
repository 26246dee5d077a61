import { isJsonObject, type JsonObject, type JsonValue, snakeCase } from "../../base/index.ts";

/** Where a trait applies: to every question of a benchmark, or to one. */
export type RatingScope = "global" | "question";

/** A trait as the parts of a Rating node. */
export interface RatingContent {
  /** What its `additionalType` ends in. */
  readonly term: string;
  readonly best: number;
  readonly worst: number;
  /** In the order of the file. A property that is undefined is left out. */
  readonly properties: readonly (readonly [name: string, value: JsonValue | undefined])[];
}

/** A Rating node, opened for reading. */
export interface RatingView {
  readonly node: JsonObject;
  readonly best: number | undefined;
  readonly worst: number | undefined;
  /** A property's value, null where it has none; undefined where there is no such property. Of two, the later counts, and a trait whose two differ is not judged. */
  property(name: string): JsonValue | undefined;
  /** Properties by the names of the fields they hold; JSON text is not looked into. */
  fields(...names: readonly string[]): { readonly [field: string]: JsonValue | undefined };
}

/** Opens a Rating node. What does not have the expected shape reads as absent. */
export function ratingView(node: JsonObject): RatingView {
  const property = (name: string): JsonValue | undefined => {
    const index = propertyIndex(node, name);
    const found = index === undefined ? undefined : propertyList(node)[index];
    return isJsonObject(found) ? (found.value ?? null) : undefined;
  };
  return {
    node,
    best: typeof node.bestRating === "number" ? node.bestRating : undefined,
    worst: typeof node.worstRating === "number" ? node.worstRating : undefined,
    property,
    fields: (...names) => Object.fromEntries(names.map((name) => [name, property(snakeCase(name))])),
  };
}

/** The properties of a node; none where there is no list of them. */
export function propertyList(node: JsonObject): readonly JsonValue[] {
  const { additionalProperty } = node;
  return Array.isArray(additionalProperty) ? additionalProperty : [];
}

/** The place of the last property of that name. */
export function propertyIndex(node: JsonObject, name: string): number | undefined {
  const index = propertyList(node).findLastIndex(
    (property: JsonValue) => isJsonObject(property) && property.name === name,
  );
  return index === -1 ? undefined : index;
}
