import type { JsonValue } from "../base/index.ts";

/** Some files hold lists and objects as JSON text. Text that is no JSON stays text, for the schema to refuse. */
export function embeddedJson(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
