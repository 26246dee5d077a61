import { type JsonSchema, recordFrom } from "../../base/index.ts";

/** The schemas directly inside a schema. */
export function subschemas(schema: JsonSchema): readonly JsonSchema[] {
  const { items, prefixItems, properties, additionalProperties, anyOf, $defs } = schema;
  const children: JsonSchema[] = [];
  if (items !== undefined) children.push(items);
  if (prefixItems !== undefined) children.push(...prefixItems);
  if (properties !== undefined) children.push(...Object.values(properties));
  if (typeof additionalProperties === "object") children.push(additionalProperties);
  if (anyOf !== undefined) children.push(...anyOf);
  if ($defs !== undefined) children.push(...Object.values($defs));
  return children;
}

/** The same schema with every schema directly inside it replaced. */
export function mapSubschemas(schema: JsonSchema, change: (child: JsonSchema) => JsonSchema): JsonSchema {
  const { items, prefixItems, properties, additionalProperties, anyOf, $defs } = schema;
  const all = (children: { readonly [name: string]: JsonSchema }) =>
    recordFrom(Object.entries(children).map(([name, child]) => [name, change(child)]));
  return {
    ...schema,
    ...(items === undefined ? {} : { items: change(items) }),
    ...(prefixItems === undefined ? {} : { prefixItems: prefixItems.map(change) }),
    ...(properties === undefined ? {} : { properties: all(properties) }),
    ...(typeof additionalProperties === "object"
      ? { additionalProperties: change(additionalProperties) }
      : {}),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(change) }),
    ...($defs === undefined ? {} : { $defs: all($defs) }),
  };
}
