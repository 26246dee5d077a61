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
      return distinct(value.items.map((item) => jsonOf(item, place, budget)));
    case "dict":
      return recordFrom(
        value.entries.map(([key, item]) => [keyOf(key, place), jsonOf(item, place, budget)] as const),
      );
    case "member":
      return jsonOf(value.value, place, budget);
    case "ellipsis":
      return isMistake("... is no value that can be stored", place);
    case "made":
      return isCode(`${value.by}(…) as a value`, value.place);
  }
}

function distinct(items: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function keyOf(key: PythonValue, place: SourcePlace): string {
  const json = jsonOf(key, place);
  if (typeof json === "string") return json;
  if (json === null) return "None";
  return typeof json === "object" ? isCode("a key that is no text", place) : JSON.stringify(json);
}

/** What a dict has under a text; undefined where it has nothing. */
export function entryOf(
  dict: Extract<PythonValue, { readonly kind: "dict" }>,
  name: string,
): PythonValue | undefined {
  return dict.entries.findLast(([key]) => key.kind === "text" && key.text === name)?.[1];
}
