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

/**
 * The same, with whole numbers that a number does not keep as the text of their digits: 9007199254740993 would become
 * another one.
 */
export function tryParseExactJson(text: string): JsonValue | undefined {
  if (!/\d{16}/.test(text)) return tryParseJson(text);
  try {
    // the compiler does not know yet that a reviver is told what a value was read from
    const keep = (_key: string, value: unknown, { source }: { readonly source?: string }) =>
      typeof value === "number" && losesDigits(source ?? "") ? source : value;
    return JSON.parse(text, keep as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** Numbers have at most 309 digits before the point. */
const longestNumber = 400;

/** True for a whole number, as it is written, that is another one once it is read. */
export function losesDigits(written: string): boolean {
  if (!/^\s*[+-]?\d{16,}\s*$/.test(written)) return false;
  return written.length > longestNumber || significant(written) !== significant(String(Number(written)));
}

/** The digits without their place: 120, 1.2e+5 and 12 have the same. */
function significant(number: string): string {
  const [mantissa = ""] = number.split("e");
  return mantissa.replaceAll(/\D/g, "").replace(/^0+/, "").replace(/0+$/, "");
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
