import { KareninaError, messageOf } from "./errors.ts";
import { refuseUnsafeJson } from "./json-cost.ts";
import type { JsonValue } from "./json-value.ts";

/** How to render JSON the way Python's `json.dumps` does. */
export interface PythonJsonOptions {
  /** Sort the keys of every object by code point; default false. */
  readonly sortKeys?: boolean;
}

const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;

function renderString(text: string): string {
  // JSON.stringify leaves DEL and everything beyond ASCII as it is; Python escapes them
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => hex(unit.charCodeAt(0)));
}

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0.0";
  if (Number.isSafeInteger(value)) return String(value);
  return pythonFloat(value);
}

/** Python's `repr(float)`: the shortest digits, with an exponent below 1e-4 and from 1e16. */
function pythonFloat(value: number): string {
  const [mantissa = "", exponentText = "0"] = value.toExponential().split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, "0");
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
  }
  const plain = String(value);
  return Number.isInteger(value) ? `${plain}.0` : plain;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Compares by code point, as Python sorts strings. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    const aIsSurrogate = isSurrogate(a);
    // a surrogate stands for a code point above all other UTF-16 units
    return aIsSurrogate === isSurrogate(b) ? a - b : aIsSurrogate ? 1 : -1;
  }
  return left.length - right.length;
}

/**
 * JSON text exactly as Python's `json.dumps` writes it with its default separators (`", "` and `": "`) and
 * ASCII escapes. Whole numbers up to 2^53 are written as integers; NaN and infinities as Python's bare words.
 *
 * @example
 * renderPythonJson({ b: "é", a: null }, { sortKeys: true }) // '{"a": null, "b": "\\u00e9"}'
 */
export function renderPythonJson(value: JsonValue, options: PythonJsonOptions = {}): string {
  if (value === null) return "null";
  if (typeof value === "string") return renderString(value);
  if (typeof value === "number") return renderNumber(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  let members = "";
  const add = (member: string) => {
    members += members === "" ? member : `, ${member}`;
  };
  if (Array.isArray(value)) {
    for (const item of value) add(renderPythonJson(item, options));
    return `[${members}]`;
  }
  const entries = Object.entries(value);
  if (options.sortKeys) entries.sort(([left], [right]) => compareCodePoints(left, right));
  for (const [key, item] of entries)
    if (item !== undefined) add(`${renderString(key)}: ${renderPythonJson(item, options)}`);
  return `{${members}}`;
}

const stringOrBareWord = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Reads JSON text, also with the bare NaN and Infinity that Python writes; these become null.
 * Throws `KareninaError` with code `file_unreadable` that names `source`.
 */
export function parsePythonJson(text: string, source: string): JsonValue {
  const plain = text.startsWith("\uFEFF") ? text.slice(1) : text;
  refuseUnsafeJson(plain, source);
  try {
    return JSON.parse(plain);
  } catch (strictError) {
    try {
      return JSON.parse(plain.replace(stringOrBareWord, (token) => (token.startsWith('"') ? token : "null")));
    } catch {
      throw new KareninaError("file_unreadable", `${source} is not valid JSON: ${messageOf(strictError)}`, {
        cause: strictError,
      });
    }
  }
}
