import type { JsonSchema } from "../../base/index.ts";

const words: { readonly [type: string]: string } = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

/** A type in a few words, for messages. */
export function describeType(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined)
    return `one of ${schema.enum.map((member) => JSON.stringify(member)).join(", ")}`;
  if (schema.anyOf !== undefined) return schema.anyOf.map(describeType).join(" or ");
  return (typeof schema.type === "string" ? words[schema.type] : undefined) ?? "a value";
}
