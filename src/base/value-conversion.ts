import { isJsonObject, type JsonValue } from "./json-value.ts";
import { renderPythonJson } from "./python-json.ts";
import { stripWhiteSpace } from "./text.ts";

/**
 * A value as text the way stored benchmarks expect it (Python's `str`): null is `None`, true is `True`,
 * lists and objects print as Python prints them, the keys of objects in order, because theirs means nothing. JSON cannot
 * tell 8.0 from 8, so both give `8`.
 */
export function textOfValue(value: JsonValue): string {
  return typeof value === "string" ? value : representation(value);
}

function representation(value: JsonValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return textOfNumber(value);
  if (typeof value === "string") return quoteText(value);
  if (isJsonObject(value)) {
    const entries = Object.entries(value).map(([key, item]) => `${quoteText(key)}: ${representation(item)}`);
    return `{${entries.toSorted().join(", ")}}`;
  }
  return `[${value.map(representation).join(", ")}]`;
}

function textOfNumber(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return renderPythonJson(value);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function quoteText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text.replace(/[\\\n\r\t]/g, (character) => escapes.get(character) ?? character);
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

const numberText = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i;
const namedNumbers = /^([+-]?)(?:(inf|infinity)|nan)$/i;
const decimalDigit = /\p{Nd}/gu;

/**
 * A value as a number the way stored benchmarks expect it (Python's `float`), or undefined where it is none.
 * Booleans are 1 and 0; text may have white space around it, an exponent, `_` between digits, the decimal
 * digits of any script, or be `inf`, `infinity` or `nan`. `"1,000"`, `"5%"`, `""` and null are no numbers.
 */
export function numberOfValue(value: JsonValue): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "string") return undefined;
  const text = asciiDigits(stripWhiteSpace(value));
  const named = namedNumbers.exec(text);
  if (named !== null) {
    if (named[2] === undefined) return Number.NaN;
    return named[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  }
  return numberText.test(text) ? Number(text.replaceAll("_", "")) : undefined;
}

/** The text with the decimal digits of every script as 0 to 9. */
export function asciiDigits(text: string): string {
  return text.replace(decimalDigit, (digit) => String(digitValue(digit)));
}

/** Decimal digits stand in Unicode as unbroken runs from 0 to 9, so the value is the distance to the run's start. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  if (codePoint < 0x80) return codePoint - 0x30;
  let distance = 0;
  while (isDecimalDigit(codePoint - distance - 1)) distance++;
  return distance % 10;
}

function isDecimalDigit(codePoint: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));
}

/** Whether a value counts as true: null, false, 0, and empty text, lists and objects do not. */
export function isTruthy(value: JsonValue): boolean {
  if (value === null || value === false || value === 0 || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

/** Equality of JSON values by content; true equals 1 and false equals 0, as in stored benchmarks. */
export function equalValues(left: JsonValue, right: JsonValue): boolean {
  if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) {
    return withoutBoolean(left) === withoutBoolean(right);
  }
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const rightEntries = new Map(Object.entries(right));
  const leftEntries = Object.entries(left);
  return (
    leftEntries.length === rightEntries.size &&
    leftEntries.every(([key, item]) => {
      const other = rightEntries.get(key);
      return other !== undefined && equalValues(item, other);
    })
  );
}

function withoutBoolean(value: JsonValue): JsonValue {
  return typeof value === "boolean" ? Number(value) : value;
}
