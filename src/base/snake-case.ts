import type { JsonObject } from "./json-value.ts";

/**
 * A camelCase name in snake_case: an underscore before every capital that starts a word. Digits stay with the
 * word before them (`md5Hash` is `md5_hash`), a run of capitals is one word (`rawLLMResponse` is `raw_llm_response`).
 */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/**
 * An object with its own keys in camelCase, those inside its values as they are; `misnamed` are keys that were no
 * snake_case to begin with.
 */
export function camelKeys(record: JsonObject): {
  readonly fields: JsonObject;
  readonly misnamed: readonly string[];
} {
  const fields = Object.entries(record).map(([key, value]) => [camelCase(key), value] as const);
  return {
    fields: Object.fromEntries(fields),
    misnamed: Object.keys(record).filter((key) => key !== snakeCase(camelCase(key))),
  };
}

function camelCase(name: string): string {
  return name.replace(/_([a-z\d])/g, (_whole, letter: string) => letter.toUpperCase());
}
