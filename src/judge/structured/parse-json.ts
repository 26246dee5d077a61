import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  nestsDeeperThan,
  tryParseJson,
} from "../../base/index.ts";

/** Deeper nesting than any schema asks for; it would exhaust the stack of whoever walks the value. */
const deepestNesting = 100;

/** The value of a text that is JSON from end to end and not absurdly deep; undefined otherwise. */
export function parseJson(text: string): JsonValue | undefined {
  return nestsDeeperThan(text, deepestNesting) ? undefined : tryParseJson(text);
}

/** The object of a text that is one JSON object from end to end. */
export function parseJsonObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
