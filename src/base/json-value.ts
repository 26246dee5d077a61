import { recordFrom } from "./record.ts";
/** Any value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { readonly [key: string]: JsonValue };

/** The value of a JSON text; undefined for a text that is no JSON. */
export function tryParseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects of a JSON list; none where it is no list. */
export function jsonObjectsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** The value with every text in it changed, at any depth; keys stay. */
export function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((member: JsonValue) => mapTexts(member, change));
  if (!isJsonObject(value)) return value;
  return recordFrom(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
}

/** True for an object that is neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
