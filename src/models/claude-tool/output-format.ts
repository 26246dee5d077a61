import { isJsonObject, type JsonSchema } from "../../base/index.ts";

/**
 * True for a schema that Claude can be held to: every part says what it is, and every object names its keys. Maps with
 * free keys and values of any kind cannot be; their schema goes into the prompt.
 */
export function canBeEnforced(schema: JsonSchema): boolean {
  if (isJsonObject(schema.additionalProperties)) return false;
  const isObject = schema.type === "object";
  if (isObject && schema.properties === undefined) return false;
  const says = typeof schema.type === "string" || "enum" in schema || "const" in schema;
  if (!says && schema.anyOf === undefined && schema.$ref === undefined) return false;
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...Object.values(schema.$defs ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  return parts.every(canBeEnforced);
}
