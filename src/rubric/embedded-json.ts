import { type JsonValue, tryParseJson } from "../base/index.ts";

/** Some files hold lists and objects as JSON text. Text that is no JSON stays text, for the schema to refuse. */
export function embeddedJson(value: JsonValue | undefined): JsonValue | undefined {
  const json = typeof value === "string" ? tryParseJson(value) : undefined;
  return json === undefined ? value : json;
}
