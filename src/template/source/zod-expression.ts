import type { JsonSchema } from "../../base/index.ts";
import { literal } from "./literal.ts";

const formats: { readonly [format: string]: string } = {
  date: "z.iso.date()",
  "date-time": "z.iso.datetime()",
  time: "z.iso.time()",
  email: "z.email()",
  uuid: "z.uuid()",
  uri: "z.url()",
};

/** How the keywords of a type are written as calls. */
const calls: readonly (readonly [keyword: keyof JsonSchema, call: string])[] = [
  ["minLength", "min"],
  ["maxLength", "max"],
  ["minimum", "min"],
  ["maximum", "max"],
  ["exclusiveMinimum", "gt"],
  ["exclusiveMaximum", "lt"],
  ["multipleOf", "multipleOf"],
  ["minItems", "min"],
  ["maxItems", "max"],
];

/**
 * A field's type as a zod expression that means the same, e.g. `z.array(z.string()).min(1)`.
 *
 * @throws TypeError for what the expression cannot say, such as a type that contains itself
 */
export function zodExpression(schema: JsonSchema, options: { readonly optional?: boolean } = {}): string {
  const { default: fallback, description, ...type } = schema;
  return [
    baseExpression(type),
    description === undefined ? "" : `.describe(${literal(description)})`,
    fallback === undefined ? "" : `.default(${literal(fallback)})`,
    options.optional === true && fallback === undefined ? ".optional()" : "",
  ].join("");
}

function baseExpression(schema: JsonSchema): string {
  const { anyOf } = schema;
  if (schema.$ref !== undefined || schema.$defs !== undefined)
    throw new TypeError("a type that contains itself");
  if (schema.title !== undefined || schema.uniqueItems !== undefined)
    throw new TypeError("title and uniqueItems");
  if (schema.const !== undefined) return `z.literal(${literal(schema.const)})`;
  if (schema.enum !== undefined) return enumExpression(schema.enum);
  if (anyOf !== undefined) return unionExpression(anyOf);
  const keywords = calls.filter(
    ([keyword]) => schema[keyword] !== undefined && !(schema.prefixItems && keyword !== "multipleOf"),
  );
  return [
    typeExpression(schema),
    ...keywords.map(([keyword, call]) => `.${call}(${literal(schema[keyword] as number)})`),
    schema.pattern === undefined ? "" : `.regex(new RegExp(${literal(schema.pattern)}))`,
  ].join("");
}

function enumExpression(members: NonNullable<JsonSchema["enum"]>): string {
  const allText = members.every((member) => typeof member === "string");
  if (members.length === 1 && !allText) throw new TypeError("a choice of one value that is not text");
  return allText ? `z.enum(${literal(members)})` : `z.literal(${literal(members)})`;
}

function unionExpression(options: readonly JsonSchema[]): string {
  const [first, second] = options;
  const isNullable =
    options.length === 2 && first !== undefined && first.type !== "null" && second?.type === "null";
  if (isNullable && second.const === undefined) return `${zodExpression(first)}.nullable()`;
  return `z.union([${options.map((option) => zodExpression(option)).join(", ")}])`;
}

/** A list with a type for each place: as long as it is, or with others behind. */
function tupleExpression(
  { items, minItems: least = 0, maxItems: most }: JsonSchema,
  places: readonly JsonSchema[],
): string {
  const parts = places.map((item, index) => zodExpression(item, { optional: index >= least }));
  const isFixed = most === places.length && items === undefined;
  if (least > places.length || (most !== undefined && !isFixed))
    throw new TypeError("a list with a type for each place and another length");
  return `z.tuple([${parts.join(", ")}]${isFixed ? "" : `, ${zodExpression(items ?? {})}`})`;
}

function typeExpression(schema: JsonSchema): string {
  const { type, items, prefixItems, properties, additionalProperties, required = [] } = schema;
  if (type === undefined) return "z.unknown()";
  if (type === "integer") return "z.int()";
  if (type === "string")
    return (schema.format === undefined ? undefined : formats[schema.format]) ?? "z.string()";
  if (type === "array" && prefixItems !== undefined) return tupleExpression(schema, prefixItems);
  if (type === "array") return `z.array(${zodExpression(items ?? {})})`;
  if (type === "object" && properties === undefined) {
    return `z.record(z.string(), ${zodExpression(typeof additionalProperties === "object" ? additionalProperties : {})})`;
  }
  if (type === "object") {
    const shape = Object.entries(properties ?? {}).map(
      ([name, child]) =>
        `${literal(name, "key")}: ${zodExpression(child, { optional: !required.includes(name) })}`,
    );
    return shape.length === 0 ? "z.object({})" : `z.object({ ${shape.join(", ")} })`;
  }
  return `z.${String(type)}()`;
}
