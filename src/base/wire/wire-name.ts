import * as z from "zod";

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

/** The name of a key on disk: what its schema's `.meta({ wireName })` says, else snake_case. */
export function wireName(key: string, schema: z.core.$ZodType): string {
  return declaredName(schema) ?? snakeCase(key);
}

function declaredName(schema: z.core.$ZodType): string | undefined {
  const declared = z.globalRegistry.get(schema)?.wireName;
  if (typeof declared === "string") return declared;
  const { def } = schema._zod;
  return "innerType" in def ? declaredName(def.innerType as z.core.$ZodType) : undefined;
}
