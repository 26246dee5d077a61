import { isDeepStrictEqual } from "node:util";
import { describeValue, isJsonObject, type JsonSchema, type JsonValue, ownEntry } from "../../base/index.ts";

/** What became of a reply's JSON: the value that was asked for, or what is wrong with it. */
export type Accepted<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The JSON object a judge fills in, and how its reply is read. No prompt text. */
export interface JudgeForm<Value> {
  /** Letters, digits and `_`. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Turns the reply's JSON into the wanted value, or names the problems, which the judge is told where it is asked again. */
  accept(json: JsonValue): Accepted<Value>;
}

/** An object with these properties, all required, and no others. */
export function closedObject(properties: { readonly [name: string]: JsonSchema }): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** The reply's member of that name, if it is as expected. */
export function member<Value extends JsonValue>(
  json: JsonValue,
  key: string,
  expected: string,
  fits: (value: JsonValue | undefined) => value is Value,
): Accepted<Value> {
  if (!isJsonObject(json)) return refused(`expected a JSON object, found ${describeValue(json)}`);
  const value = ownEntry(json, key);
  return fits(value)
    ? { ok: true, value }
    : refused(`${key}: expected ${expected}, found ${describeValue(value)}`);
}

/** A reply with one problem. */
export function refused<Value>(problem: string): Accepted<Value> {
  return { ok: false, problems: [problem] };
}

/** True for a list. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export const namedTwice = "it is named several times with different values";

/** The values that a list of `{ trait_name, <key> }` gives each name, those that are the same once. */
export function valuesByName(
  list: readonly JsonValue[],
  key: string,
): ReadonlyMap<JsonValue | undefined, readonly (JsonValue | undefined)[]> {
  const values = new Map<JsonValue | undefined, readonly (JsonValue | undefined)[]>();
  for (const entry of list.filter(isJsonObject)) {
    const name = ownEntry(entry, "trait_name");
    const value = ownEntry(entry, key);
    const known = values.get(name) ?? [];
    if (!known.some((one) => isDeepStrictEqual(one, value))) values.set(name, [...known, value]);
  }
  return values;
}
