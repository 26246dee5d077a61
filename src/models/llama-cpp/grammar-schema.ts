import { isJsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";

type Scalar = string | number | boolean | null;
type ScalarType = "string" | "number" | "integer" | "boolean" | "null";

/**
 * The part of JSON Schema that node-llama-cpp makes a grammar from. It writes every property of an object: `required`
 * means nothing there, so optional properties have to allow null.
 */
export type GrammarSchema =
  | { readonly type: ScalarType; readonly format?: string }
  | { readonly const: Scalar }
  | { readonly enum: readonly Scalar[] }
  | { readonly oneOf: readonly GrammarSchema[]; readonly $defs?: GrammarDefinitions }
  | {
      readonly type: "object";
      readonly properties?: { readonly [name: string]: GrammarSchema };
      readonly additionalProperties?: boolean | GrammarSchema;
      readonly $defs?: GrammarDefinitions;
    }
  | {
      readonly type: "array";
      readonly items?: GrammarSchema;
      readonly prefixItems?: readonly GrammarSchema[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly $defs?: GrammarDefinitions;
    }
  | { readonly $ref: string };

interface GrammarDefinitions {
  readonly [name: string]: GrammarSchema;
}

const scalarTypes: readonly ScalarType[] = ["string", "number", "integer", "boolean", "null"];
const formats: readonly string[] = ["date", "time", "date-time"];
const nothing: GrammarSchema = { type: "null" };
const definitionPrefix = "#/$defs/";

const anything: GrammarSchema = {
  oneOf: [
    { type: "string" },
    { type: "number" },
    { type: "boolean" },
    nothing,
    { type: "array" },
    { type: "object", additionalProperties: true },
  ],
};

/**
 * A schema for a grammar that allows everything the given schema allows. What a grammar cannot say (patterns, lengths,
 * limits of numbers) is left to whoever reads the reply; what cannot be expressed at all becomes any JSON value.
 * Optional properties may be null: see {@link withoutOmitted}.
 */
export function grammarSchema(schema: JsonSchema): GrammarSchema {
  const names = Object.keys(schema.$defs ?? {});
  const converted = convert(schema, new Set(names));
  if (names.length === 0) return converted;
  const $defs = Object.fromEntries(
    Object.entries(schema.$defs ?? {}).map(([name, each]) => [name, convert(each, new Set(names))]),
  );
  return "oneOf" in converted || "type" in converted
    ? { ...converted, $defs }
    : { oneOf: [converted], $defs };
}

function convert(schema: JsonSchema, names: ReadonlySet<string>): GrammarSchema {
  if (schema.$ref !== undefined) return reference(schema.$ref, names);
  if (schema.anyOf !== undefined) return oneOf(schema.anyOf.map((each) => convert(each, names)));
  if (schema.const !== undefined) return isScalar(schema.const) ? { const: schema.const } : anything;
  if (schema.enum !== undefined) {
    const values = schema.enum.filter(isScalar);
    return values.length === schema.enum.length && values.length > 0 ? { enum: values } : anything;
  }
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  return oneOf(types.map((type) => ofType(type, schema, names)));
}

function reference($ref: string, names: ReadonlySet<string>): GrammarSchema {
  const known = $ref.startsWith(definitionPrefix) && names.has($ref.slice(definitionPrefix.length));
  return known ? { $ref } : anything;
}

function impliedTypes(schema: JsonSchema): readonly string[] {
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) return ["object"];
  return schema.items !== undefined || schema.prefixItems !== undefined ? ["array"] : [];
}

function oneOf(choices: readonly GrammarSchema[]): GrammarSchema {
  const [only] = choices;
  if (only === undefined) return anything;
  return choices.length === 1 ? only : { oneOf: choices };
}

function ofType(type: string, schema: JsonSchema, names: ReadonlySet<string>): GrammarSchema {
  if (type === "object") return objectOf(schema, names);
  if (type === "array") return arrayOf(schema, names);
  const scalar = scalarTypes.find((known) => known === type);
  if (scalar === undefined) return anything;
  const { format } = schema;
  return scalar === "string" && format !== undefined && formats.includes(format)
    ? { type: scalar, format }
    : { type: scalar };
}

function objectOf(schema: JsonSchema, names: ReadonlySet<string>): GrammarSchema {
  const required = new Set(schema.required);
  const properties = Object.entries(schema.properties ?? {}).map(([name, each]) => {
    const converted = convert(each, names);
    return [name, required.has(name) || allowsNull(each) ? converted : { oneOf: [converted, nothing] }];
  });
  const rest = schema.additionalProperties ?? schema.properties === undefined;
  return {
    type: "object",
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(rest !== false && { additionalProperties: rest === true ? true : convert(rest, names) }),
  };
}

function arrayOf(schema: JsonSchema, names: ReadonlySet<string>): GrammarSchema {
  const { items, prefixItems, minItems, maxItems } = schema;
  return {
    type: "array",
    ...(items && { items: convert(items, names) }),
    ...(prefixItems && { prefixItems: prefixItems.map((each) => convert(each, names)) }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}

/** A reference or an open schema may allow null; then null is a value, and not a sign of something left out. */
function allowsNull(schema: JsonSchema): boolean {
  if (schema.$ref !== undefined) return true;
  if (schema.anyOf !== undefined) return schema.anyOf.some(allowsNull);
  if (schema.const !== undefined) return schema.const === null;
  if (schema.enum !== undefined) return schema.enum.includes(null);
  return schema.type === undefined
    ? impliedTypes(schema).length === 0
    : [schema.type].flat().includes("null");
}

const isScalar = (value: JsonValue): value is Scalar => value === null || typeof value !== "object";

/** The value without the nulls that stand for optional properties the model left out. */
export function withoutOmitted(value: JsonValue, schema: JsonSchema, root = schema): JsonValue {
  if (Array.isArray(value)) {
    const list = shapeOf(
      schema,
      root,
      ({ items, prefixItems }) => items !== undefined || prefixItems !== undefined,
    );
    return value.map((item: JsonValue, index) => {
      const each = list?.prefixItems?.[index] ?? list?.items;
      return each === undefined ? item : withoutOmitted(item, each, root);
    });
  }
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  const shape = shapeOf(schema, root, ({ properties = {} }) => names.some((name) => name in properties));
  const required = new Set(shape?.required);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      const declared = shape?.properties?.[name];
      if (declared === undefined) return [[name, each]];
      if (each === null && !required.has(name) && !allowsNull(declared)) return [];
      return [[name, withoutOmitted(each, declared, root)]];
    }),
  );
}

/** The schema itself, or the first of its choices, that is of this shape. */
function shapeOf(
  schema: JsonSchema,
  root: JsonSchema,
  fits: (schema: JsonSchema) => boolean,
): JsonSchema | undefined {
  if (schema.$ref !== undefined) {
    const target = root.$defs?.[schema.$ref.slice(definitionPrefix.length)];
    return target === undefined || target.$ref !== undefined ? undefined : shapeOf(target, root, fits);
  }
  if (schema.anyOf === undefined) return fits(schema) ? schema : undefined;
  for (const choice of schema.anyOf) {
    const found = shapeOf(choice, root, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}
