import type { JsonObject, JsonValue } from "../../base/index.ts";
import { isJsonObject } from "../../base/index.ts";

/** Deeper nesting than any schema asks for; it would exhaust the stack of whoever walks the value. */
const deepestNesting = 100;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth += 1;
      if (depth > deepestNesting) return true;
    } else if (character === "}" || character === "]") depth -= 1;
  }
  return false;
}

/** The value of a text that is JSON from end to end and not absurdly deep; undefined otherwise. */
export function parseJson(text: string): JsonValue | undefined {
  if (nestsTooDeep(text)) return undefined;
  try {
    // JSON.parse returns nothing but JSON values.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The object of a text that is one JSON object from end to end. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
