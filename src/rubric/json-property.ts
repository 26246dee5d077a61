import { type JsonValue, tryParseJson } from "../base/index.ts";

/** The value of a property that some files hold as JSON text. Text that is no JSON stays text, for the schema to refuse. */
export function readJsonProperty(value: JsonValue | undefined): JsonValue | undefined {
  const json = typeof value === "string" ? tryParseJson(value) : undefined;
  return json === undefined ? value : json;
}
