import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";

/**
 * The arguments with lists and objects that a model wrote as JSON inside a text turned into what the schema asks for.
 * Everything else stays as it is: the server checks it.
 */
export function decodeArguments(input: JsonObject, schema: JsonSchema): JsonObject {
  const entries = Object.entries(input).map(([name, value]): [string, JsonValue] => [
    name,
    typeof value === "string" ? decoded(value, kindsOf(schema.properties?.[name])) : value,
  ]);
  return Object.fromEntries(entries);
}

function kindsOf(schema: JsonSchema | undefined): readonly string[] {
  const type = schema?.type ?? [];
  return [type, ...(schema?.anyOf?.map((option) => option.type ?? "string") ?? [])].flat();
}

function decoded(text: string, kinds: readonly string[]): JsonValue {
  if (kinds.includes("string")) return text;
  try {
    const value: JsonValue = JSON.parse(text);
    const fits = Array.isArray(value)
      ? kinds.includes("array")
      : isJsonObject(value) && kinds.includes("object");
    return fits ? value : text;
  } catch {
    return text;
  }
}
