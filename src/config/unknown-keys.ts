import { askNearest, isJsonObject, type JsonSchema } from "../base/index.ts";

/** Keys that a JSON Schema does not know, each as a line with the known key it was probably meant to be. */
export function unknownKeys(value: unknown, schema: JsonSchema, path = ""): readonly string[] {
  if (Array.isArray(value)) {
    const items = schemaOf(schema, "array")?.items;
    return items === undefined
      ? []
      : value.flatMap((item, index) => unknownKeys(item, items, `${path}[${index}]`));
  }
  const object = isJsonObject(value) ? schemaOf(schema, "object") : undefined;
  if (object === undefined) return [];
  const { properties = {}, additionalProperties } = object;
  const known = Object.keys(properties);
  let described = 0;
  const lines = Object.entries(value as object).flatMap(([key, member]) => {
    const inner = properties[key] ?? additionalProperties;
    if (typeof inner === "object") return unknownKeys(member, inner, path === "" ? key : `${path}.${key}`);
    if (inner !== false || member === undefined) return [];
    described += 1;
    return described > mostDescribed ? [] : [describe(key, known, path)];
  });
  const left = described - mostDescribed;
  return left > 0 ? [...lines, `${path === "" ? "" : `${path}: `}${left} more unknown keys`] : lines;
}

/** Of one object; a file of nothing else would take minutes to be compared with what is known. */
const mostDescribed = 20;

/** The same value without those keys. */
export function withoutUnknownKeys(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = schemaOf(schema, "array")?.items;
    return items === undefined ? value : value.map((item) => withoutUnknownKeys(item, items));
  }
  const object = isJsonObject(value) ? schemaOf(schema, "object") : undefined;
  if (object === undefined) return value;
  const { properties = {}, additionalProperties } = object;
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, member]): [string, unknown][] => {
      const inner = properties[key] ?? additionalProperties;
      if (typeof inner === "object") return [[key, withoutUnknownKeys(member, inner)]];
      return inner === false ? [] : [[key, member]];
    }),
  );
}

function describe(key: string, known: readonly string[], path: string): string {
  return `${path === "" ? "" : `${path}: `}unknown key "${key}"${askNearest(key, known)}`;
}

/** The branch of a schema that describes values of one type. */
function schemaOf(schema: JsonSchema, type: "object" | "array"): JsonSchema | undefined {
  if (schema.type === type) return schema;
  return schema.anyOf?.map((branch) => schemaOf(branch, type)).find((branch) => branch !== undefined);
}
