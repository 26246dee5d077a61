import * as z from "zod";
import {
  CheckedJson,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  quickReader,
  recordFrom,
  unread,
} from "../../base/index.ts";

/** A JSON Schema in the one spelling templates use, or what it holds that a template cannot carry. */
type CanonicalSchema =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Text formats a judge's value is checked against. */
const textFormats = ["date", "date-time", "time", "email", "uuid", "uri"] as const;

const typeNames = ["string", "number", "integer", "boolean", "null", "array", "object"] as const;

const count = z.int().nonnegative();
/** The keywords a field's type may use. Strict: anything else is reported, never silently dropped. */
const Keywords = z.strictObject({
  type: z.enum(typeNames).optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  default: CheckedJson.optional(),
  enum: z.array(CheckedJson).min(1).optional(),
  const: CheckedJson.optional(),
  format: z.enum(textFormats).optional(),
  pattern: z.string().optional(),
  minLength: count.optional(),
  maxLength: count.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  uniqueItems: z.boolean().optional(),
  required: z.array(z.string()).optional(),
  $ref: z.string().startsWith("#").optional(),
});

const readQuickly = quickReader(Keywords, "own");

/** Deepest nesting a field's type may have. */
const deepest = 32;

/**
 * Brings a JSON Schema into the spelling templates use: unions as `anyOf`, `type` next to `enum` and `const`
 * where all values share one, no schema-wide noise such as `$schema` or safe-integer bounds.
 */
export function canonicalSchema(raw: unknown): CanonicalSchema {
  const problems: string[] = [];
  const schema = canonical(raw, "", problems, 0);
  return problems.length === 0 ? { ok: true, schema } : { ok: false, problems };
}

function canonical(raw: unknown, path: string, problems: string[], depth: number): JsonSchema {
  const at = path === "" ? "" : `${path}: `;
  if (!isJsonObject(raw)) {
    problems.push(`${at}expected a JSON Schema object`);
    return {};
  }
  if (depth > deepest) {
    problems.push(`${at}the type is nested deeper than ${deepest} levels`);
    return {};
  }
  if (isBareType(raw)) return { type: raw.type };
  const spread = spreadTypes(raw);
  const { items, prefixItems, properties, additionalProperties, anyOf, $defs, ...plain } = tidy(spread);
  const keywords = readKeywords(plain);
  if (!keywords.success) problems.push(...keywords.error.issues.map((issue) => at + keywordProblem(issue)));
  const below = (child: unknown, name: string) =>
    canonical(child, path === "" ? name : `${path}.${name}`, problems, depth + 1);
  const map = (children: unknown, name: string) =>
    recordFrom(
      Object.entries(isJsonObject(children) ? children : {}).map(([key, child]) => [
        key,
        below(child, name === "" ? key : `${name}.${key}`),
      ]),
    );
  const list = (children: unknown, name: string) =>
    (Array.isArray(children) ? children : []).map((child, index) => below(child, `${name}${index}`));
  if (properties !== undefined && isOpen(additionalProperties)) {
    problems.push(`${at}an object with named fields cannot also take other fields`);
  }
  return {
    ...(keywords.success ? valueType(keywords.data) : {}),
    ...(items === undefined || items === false ? {} : { items: below(items, "items") }),
    ...(prefixItems === undefined ? {} : { prefixItems: list(prefixItems, "item ") }),
    ...(properties === undefined ? {} : { properties: map(properties, "") }),
    ...(properties === undefined && isOpen(additionalProperties)
      ? { additionalProperties: additionalProperties === true ? {} : below(additionalProperties, "values") }
      : {}),
    ...(anyOf === undefined ? {} : { anyOf: list(anyOf, "option ").flatMap(unionOptions) }),
    ...($defs === undefined ? {} : { $defs: map($defs, "$defs") }),
  };
}

function readKeywords(plain: JsonObject): ReturnType<typeof Keywords.safeParse> {
  const quick = readQuickly(plain);
  // the compiler cannot follow that it is what the schema would give
  return quick === unread
    ? Keywords.safeParse(plain)
    : { success: true, data: quick as z.infer<typeof Keywords> };
}

/** Most fields' whole type, such as `{ type: "string" }`. */
function isBareType(raw: JsonObject): raw is { readonly type: (typeof typeNames)[number] } {
  return Object.keys(raw).length === 1 && typeNames.some((name) => name === raw.type);
}

/** A union inside a union is one union. */
function unionOptions(option: JsonSchema): readonly JsonSchema[] {
  return option.anyOf !== undefined && Object.keys(option).length === 1 ? option.anyOf : [option];
}

function isOpen(additionalProperties: JsonValue | undefined): boolean {
  return additionalProperties !== undefined && additionalProperties !== false;
}

/** `type: ["string", "null"]` becomes `anyOf`, the keywords going with the type they constrain. */
function spreadTypes(raw: JsonObject): JsonObject {
  const { type, description, title, default: fallback, ...rest } = raw;
  if (!Array.isArray(type)) return raw;
  const outside = { description, title, default: fallback };
  return {
    ...recordFrom(
      Object.entries(outside).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
    ),
    ...(type.length === 1
      ? { ...rest, type: type[0] as JsonValue }
      : { anyOf: type.map((one) => (one === "null" ? { type: one } : { ...rest, type: one })) }),
  };
}

/** Drops what zod adds and templates do not need. */
function tidy(raw: JsonObject): JsonObject {
  const { $schema: _dialect, readOnly: _readOnly, propertyNames, oneOf, ...rest } = raw;
  const kept: { [key: string]: JsonValue } = { ...rest };
  if (
    propertyNames !== undefined &&
    !(
      isJsonObject(propertyNames) &&
      propertyNames.type === "string" &&
      Object.keys(propertyNames).length === 1
    )
  ) {
    kept.propertyNames = propertyNames;
  }
  if (oneOf !== undefined) kept[kept.anyOf === undefined ? "anyOf" : "oneOf"] = oneOf;
  if (kept.minimum === Number.MIN_SAFE_INTEGER) delete kept.minimum;
  if (kept.maximum === Number.MAX_SAFE_INTEGER) delete kept.maximum;
  if (typeof kept.format === "string") {
    if (textFormats.some((known) => known === kept.format)) delete kept.pattern;
    else if (kept.pattern !== undefined) delete kept.format;
  }
  const { properties } = rest;
  if (Array.isArray(kept.required)) {
    const named = kept.required.filter((name: JsonValue) => !hasDefault(properties, name));
    if (named.length > 0) kept.required = named;
    else delete kept.required;
  }
  return kept;
}

function hasDefault(properties: JsonValue | undefined, name: JsonValue): boolean {
  const property = isJsonObject(properties) && typeof name === "string" ? properties[name] : undefined;
  return isJsonObject(property) && property.default !== undefined;
}

/** The type shared by the values of `enum` or `const`, in place of whatever was written. */
function valueType(keywords: z.infer<typeof Keywords>): JsonSchema {
  const { type: _type, ...rest } = keywords;
  const values = keywords.enum ?? (keywords.const === undefined ? undefined : [keywords.const]);
  // zod's optional keys are `T | undefined`; a parsed object has no key it was not given.
  if (values === undefined) return keywords as JsonSchema;
  const types = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  const [only] = types;
  return (types.size === 1 && only !== "object" ? { type: only, ...rest } : rest) as JsonSchema;
}

function keywordProblem(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `${issue.keys.map((key) => JSON.stringify(key)).join(", ")} cannot be part of a field's type`;
  return `${issue.path.join(".")}: ${issue.message}`;
}
