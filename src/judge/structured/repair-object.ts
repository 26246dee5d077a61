import { jsonrepair } from "jsonrepair";
import type { JsonObject } from "../../base/index.ts";
import { parseJsonObject } from "./parse-json.ts";

/** Longer text is not repaired: the repairer's time is not linear. */
export const longestRepair = 64 * 1024;

/** A brace, then a quoted key, a bare key with its colon, a comment or the end. Prose in braces is none of these. */
const objectStart = /^\{\s*(?:["'“‘`}]|[A-Za-z_$][\w$]*\s*:|\/[/*])/;

/** What is no number in JSON, in the place of a value; a repair would make a text of it. */
const noNumber = /[:[,]\s*[+-]?(?:NaN|Infinity|inf)\s*(?:[,}\]]|$)/i;

/** True for text that was meant as a JSON object, however it goes on. */
export function startsLikeObject(text: string): boolean {
  return objectStart.test(text.slice(0, 500));
}

/** The object that text with slips (trailing commas, single quotes, Python literals, comments) was meant to be. */
export function repairObject(text: string): JsonObject | undefined {
  if (text.length > longestRepair || !startsLikeObject(text) || noNumber.test(text)) return undefined;
  try {
    return parseJsonObject(jsonrepair(text));
  } catch {
    return undefined;
  }
}
