import { isVisible, type JsonValue } from "../../base/index.ts";

/** Null, and an empty text or list: the answer says nothing for it, which cannot be quoted and may not be doubted. */
export function statesNothing(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" ? !isVisible(value) : Array.isArray(value) && value.length === 0;
}
