import type { JsonValue } from "../../base/index.ts";

const truths = ["1", "true", "t", "yes", "y", "on"];
const untruths = ["0", "false", "f", "no", "n", "off"];

/** A boolean as existing files spell it: `true`, `1`, `"yes"`, `"ON"`, …; undefined for anything else. */
export function laxBoolean(value: JsonValue): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const word = String(value).toLowerCase();
  if (truths.includes(word)) return true;
  return untruths.includes(word) ? false : undefined;
}
