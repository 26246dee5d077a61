import { type JsonSchema, recordFrom } from "../../base/index.ts";

const mapValues = (
  record: { readonly [name: string]: JsonSchema },
  change: (schema: JsonSchema) => JsonSchema,
) => recordFrom(Object.entries(record).map(([name, schema]) => [name, change(schema)]));

/** The schema with every object closed to undeclared keys where it says nothing, and without `default`s. */
export function closedSchema(schema: JsonSchema): JsonSchema {
  const { default: _dropped, ...kept } = schema;
  return {
    ...kept,
    ...(schema.properties && { properties: mapValues(schema.properties, closedSchema) }),
    ...(schema.properties && schema.additionalProperties === undefined && { additionalProperties: false }),
    ...(typeof schema.additionalProperties === "object" && {
      additionalProperties: closedSchema(schema.additionalProperties),
    }),
    ...(schema.items && { items: closedSchema(schema.items) }),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(closedSchema) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(closedSchema) }),
    ...(schema.$defs && { $defs: mapValues(schema.$defs, closedSchema) }),
  };
}

/**
 * True when a closed schema fits OpenAI's strict mode: every object names its keys and requires them all.
 * Others are sent with `strict: false`, so that optional keys stay optional.
 */
export function fitsStrictMode(schema: JsonSchema): boolean {
  const { properties, anyOf, $defs, items } = schema;
  const isObject = schema.type === "object" || properties !== undefined;
  if (isObject && schema.additionalProperties !== false) return false;
  if (schema.prefixItems !== undefined) return false;
  const required = properties && new Set(schema.required);
  if (required && Object.keys(properties).some((name) => !required.has(name))) return false;
  return (
    (properties === undefined || Object.values(properties).every(fitsStrictMode)) &&
    (anyOf === undefined || anyOf.every(fitsStrictMode)) &&
    ($defs === undefined || Object.values($defs).every(fitsStrictMode)) &&
    (items === undefined || fitsStrictMode(items))
  );
}
