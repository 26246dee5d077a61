import type { JsonValue } from "../../base/index.ts";

const truths: { readonly [text: string]: boolean } = {
  ...Object.fromEntries(["true", "t", "yes", "y", "on", "1"].map((word) => [word, true])),
  ...Object.fromEntries(["false", "f", "no", "n", "off", "0"].map((word) => [word, false])),
};

/** A boolean as a judge may write it; undefined when it is none. */
export function looseBoolean(value: JsonValue): boolean | undefined {
  if (value === 0 || value === 1) return value === 1;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  return Object.hasOwn(truths, word) ? truths[word] : undefined;
}

/** A number as a judge may write it; the value itself when it is none. */
export function looseNumber(value: JsonValue): JsonValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  const isNumeric = typeof value === "string" && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value);
  return isNumeric ? Number(value) : value;
}

/** True for a multiple, up to the error of floating point. */
export function isMultiple(found: number, of: number): boolean {
  const ratio = found / of;
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio));
}
