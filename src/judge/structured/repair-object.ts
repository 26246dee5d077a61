import { jsonrepair } from "jsonrepair";

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

/** The JSON that text with slips (trailing commas, single quotes, Python literals, comments) was meant to be. */
export function repairedJson(text: string): string | undefined {
  if (text.length > longestRepair || !startsLikeObject(text) || noNumber.test(text)) return undefined;
  try {
    return jsonrepair(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether an object without its end lacks nothing but closing braces: neither the rest of a text, of a number or of a list,
 * nor what a comma or colon announces.
 */
export function lacksOnlyBraces(text: string): boolean {
  if (!/(?:["}\]]|\b(?:true|false|null|True|False|None)|\d\s)\s*$/.test(text)) return false;
  let lists = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inText && character === "\\") at += 1;
    else if (character === '"') inText = !inText;
    else if (!inText && character === "[") lists += 1;
    else if (!inText && character === "]") lists -= 1;
  }
  return !inText && lists === 0;
}
