import { isDeepStrictEqual } from "node:util";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  recordFrom,
  tryParseExactJson,
} from "../../base/index.ts";

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
/** Each is a reading of the whole text. */
const mostReadings = 20;

/**
 * What a text that is a JSON object says beside what `JSON.parse` reads in it, where it gives a key several times with
 * different values: for each value that a later one replaces, the object with that value.
 */
export function* otherReadings(json: string): Generator<JsonObject> {
  const { replaced } = read(json, -1);
  for (let kept = 0; kept < Math.min(replaced, mostReadings); kept += 1) {
    const { value } = read(json, kept);
    if (isJsonObject(value)) yield value;
  }
}

/** Reads a text that is known to be JSON, with one of the values that others replace kept, and how many of these there are. */
function read(json: string, kept: number): { readonly value: JsonValue; readonly replaced: number } {
  const tokens = json.match(token) ?? [];
  let at = 0;
  let replaced = 0;
  const isOpen = (end: string): boolean => {
    if (tokens[at] === ",") at += 1;
    return at < tokens.length && tokens[at] !== end;
  };
  const readMembers = (): JsonObject => {
    const members = new Map<string, JsonValue>();
    const keeping = new Set<string>();
    while (isOpen("}")) {
      const key = String(JSON.parse(tokens[at] ?? '""'));
      at += 2;
      const value = readValue();
      const earlier = members.get(key);
      if (keeping.has(key) || isDeepStrictEqual(earlier, value)) continue;
      if (earlier !== undefined && replaced++ === kept) keeping.add(key);
      else members.set(key, value);
    }
    at += 1;
    return recordFrom(members);
  };
  const readItems = (): readonly JsonValue[] => {
    const items: JsonValue[] = [];
    while (isOpen("]")) items.push(readValue());
    at += 1;
    return items;
  };
  const readValue = (): JsonValue => {
    const first = tokens[at] ?? "null";
    at += 1;
    if (first === "{") return readMembers();
    if (first === "[") return readItems();
    return tryParseExactJson(first) ?? null;
  };
  const value = readValue();
  return { value, replaced };
}
