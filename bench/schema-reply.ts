/** As much of a JSON schema as templates have. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: { readonly [name: string]: Schema };
}

/** What a judge fills into the schema that a request asks for; undefined: it asks for none. */
export function schemaReply(request: string): string | undefined {
  const schema: Schema | undefined = JSON.parse(request).response_format?.json_schema?.schema;
  return schema === undefined ? undefined : JSON.stringify(filled(schema));
}

function filled({ type, enum: choices, anyOf, format, items, properties }: Schema): unknown {
  if (choices !== undefined) return choices[0];
  if (anyOf !== undefined) return filled(anyOf[0] ?? {});
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, filled(child)]));
  if (type === "array") return [items?.properties === undefined ? "warfarin" : filled(items)];
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return 10;
  return format === "date" ? "2016-04-11" : "BCL2";
}
