import { isJsonObject, type JsonValue } from "../../base/index.ts";

/** A JSON value as a TypeScript expression on one line; `"key"` writes a name as an object key. */
export function literal(value: JsonValue, as: "value" | "key" = "value"): string {
  if (as === "key")
    return typeof value === "string" && isPlainKey(value) ? value : computedKey(String(value));
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => literal(item)).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${literal(key, "key")}: ${literal(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== "__proto__";
}

/** A quoted `__proto__` would set the prototype; a computed one is an ordinary key. */
function computedKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : JSON.stringify(key);
}
