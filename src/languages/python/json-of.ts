import { type JsonValue, recordFrom } from "../../base/index.ts";
import type { PythonValue } from "./python-value.ts";
import { isCode, isMistake, type SourcePlace } from "./reading-stop.ts";

/** Most values in one: a list may hold the same list many times, each of which is written. */
const mostValues = 50_000;

/** How much of a text counts as a value. */
const charactersOfValue = 100;

/** What the value is in JSON, as pydantic writes it: NaN and infinities are null, tuples and sets lists. */
export function jsonOf(value: PythonValue, place: SourcePlace, budget = { left: mostValues }): JsonValue {
  budget.left -= value.kind === "text" ? 1 + value.text.length / charactersOfValue : 1;
  if (budget.left < 0) isCode("a value of very many parts", place);
  switch (value.kind) {
    case "none":
      return null;
    case "boolean":
      return value.boolean;
    case "integer":
    case "float":
      return Number.isFinite(value.number) ? value.number : null;
    case "text":
    case "date":
    case "datetime":
    case "time":
      return value.text;
    case "bytes":
      return new TextDecoder().decode(Uint8Array.from(value.bytes, (byte) => byte.charCodeAt(0)));
    case "list":
    case "tuple":
      return value.items.map((item) => jsonOf(item, place, budget));
    case "set":
      return distinctJson(value.items, place, budget);
    case "dict":
      return dictJson(value.entries, place, budget);
    case "member":
      return jsonOf(value.value, place, budget);
    case "ellipsis":
      return isMistake("... is no value that can be stored", place);
    case "made":
      return isCode(`${value.by}(…) as a value`, value.place);
  }
}

/** The values without those that equal an earlier one: `1`, `True` and `1.0` are one. */
export function distinctJson(
  values: readonly PythonValue[],
  place: SourcePlace,
  budget = { left: mostValues },
): readonly JsonValue[] {
  const firsts = new Map<string, JsonValue>();
  for (const value of values) {
    const json = jsonOf(value, place, budget);
    const key = equalityKey(value);
    if (!firsts.has(key)) firsts.set(key, json);
  }
  return [...firsts.values()];
}

/** A dict keeps the first of equal keys and the last of their values. */
function dictJson(
  entries: Extract<PythonValue, { readonly kind: "dict" }>["entries"],
  place: SourcePlace,
  budget: { left: number },
): JsonValue {
  const kept = new Map<string, readonly [string, JsonValue]>();
  for (const [key, value] of entries) {
    const name = keyOf(key, place, budget);
    const equal = equalityKey(key);
    kept.set(equal, [kept.get(equal)?.[0] ?? name, jsonOf(value, place, budget)]);
  }
  return recordFrom(kept.values());
}

/** The same for values that are equal in Python, of those that JSON can hold. */
function equalityKey(value: PythonValue): string {
  switch (value.kind) {
    case "boolean":
      return `number ${Number(value.boolean)}`;
    case "integer":
    case "float":
      return `number ${Object.is(value.number, -0) ? 0 : value.number}`;
    case "text":
    case "date":
    case "datetime":
    case "time":
      return `${value.kind} ${value.text}`;
    case "bytes":
      return `${value.kind} ${value.bytes}`;
    case "list":
    case "tuple":
    case "set":
      return `${value.kind} ${JSON.stringify(value.items.map(equalityKey))}`;
    case "dict":
      return `${value.kind} ${JSON.stringify(value.entries.map((pair) => pair.map(equalityKey)))}`;
    case "member":
      return `member ${equalityKey(value.value)}`;
    case "none":
    case "ellipsis":
    case "made":
      return value.kind;
  }
}

/** A key as pydantic writes it. */
function keyOf(key: PythonValue, place: SourcePlace, budget: { left: number }): string {
  const json = jsonOf(key, place, budget);
  if (typeof json === "string") return json;
  if (json === null) return "None";
  if (typeof json === "object") return isCode("a key that is no text", place);
  const isWhole = key.kind === "float" && Number.isInteger(json);
  return key.kind === "float" && !/^-?\d{1,15}(?:\.\d+)?$/.test(String(json))
    ? isCode("a key that is no text", place)
    : `${json}${isWhole ? ".0" : ""}`;
}

/** What a dict has under a text; undefined where it has nothing. */
export function entryOf(
  dict: Extract<PythonValue, { readonly kind: "dict" }>,
  name: string,
): PythonValue | undefined {
  return dict.entries.findLast(([key]) => key.kind === "text" && key.text === name)?.[1];
}
