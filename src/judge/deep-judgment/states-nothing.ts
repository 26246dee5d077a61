import type { JsonValue } from "../../base/index.ts";

/** Null, and an empty text or list: the answer says nothing for it, which cannot be quoted and may not be doubted. */
export function statesNothing(value: JsonValue | undefined): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
