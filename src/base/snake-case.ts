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
