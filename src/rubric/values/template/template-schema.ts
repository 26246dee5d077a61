import * as z from "zod";
import {
  describeValue,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from "../../../base/index.ts";
import type { AnswerTemplate, TemplateField } from "../../../template/index.ts";

/** The fields of a template trait, ready to be shown to a judge and filled in, or what its schema holds that cannot be. */
type TemplateSchema =
  | { readonly ok: true; readonly template: AnswerTemplate }
  | { readonly ok: false; readonly problems: readonly string[] };

const scalars: readonly string[] = ["string", "number", "integer", "boolean"];
const allowedTypes = "text, a number, a whole number, true or false, a list of one of these, or null besides";

const bounds = {
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  pattern: z.string().optional(),
  minItems: z.int().min(0).optional(),
  maxItems: z.int().min(0).optional(),
  uniqueItems: z.boolean().optional(),
};

/** The keywords of a field that constrain its value. Others, such as `examples`, are notes and stay in the file. */
const Constraints = z.object(bounds);

/**
 * Reads the JSON Schema of a template trait. A field may be text, number, whole number, boolean, a list of one of
 * these, and each of them or null. A field with a default, or not listed as required, may be left out by the judge.
 */
export function templateSchema(schema: JsonObject): TemplateSchema {
  const { properties, required = [], title } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0)
    return { ok: false, problems: ["expected an object with at least one field"] };
  const problems: string[] = [];
  const fields = Object.entries(properties).map(([name, property]): TemplateField => {
    const type = fieldType(property, (problem) => void problems.push(`field "${name}": ${problem}`));
    const isRequired = Array.isArray(required) && required.includes(name) && type.default === undefined;
    return { name, schema: type, description: textOr(property, "description", ""), required: isRequired };
  });
  const name = typeof title === "string" && title !== "" ? title : "Trait";
  return problems.length > 0 ? { ok: false, problems } : { ok: true, template: { name, fields, regex: {} } };
}

type Report = (problem: string) => void;

/** `type: ["string", "null"]` as `anyOf`, the one spelling existing readers know. */
export function spreadTypes(property: JsonObject): JsonObject {
  const { type, default: fallback, title, description, ...rest } = property;
  if (!Array.isArray(type)) return property;
  const notes = Object.entries({ title, description, default: fallback }).filter(
    ([, note]) => note !== undefined,
  );
  return {
    anyOf: type.map((one: JsonValue) => (one === "null" ? { type: one } : { type: one, ...rest })),
    // What is undefined has been taken out.
    ...(Object.fromEntries(notes) as JsonObject),
  };
}

function fieldType(stored: JsonValue, report: Report): JsonSchema {
  if (!isJsonObject(stored)) return refused(stored, report);
  const property = spreadTypes(stored);
  const fallback = property.default === undefined ? {} : { default: property.default };
  const { anyOf } = property;
  if (anyOf === undefined) return { ...valueType(property, report), ...fallback };
  const options = Array.isArray(anyOf) ? anyOf : [];
  const values = options.filter((option: JsonValue) => !isNull(option));
  const [value, ...others] = values;
  if (value === undefined || others.length > 0 || values.length === options.length)
    return refused(property, report);
  return { anyOf: [valueType(value, report), { type: "null" }], ...fallback };
}

function isNull(option: JsonValue): boolean {
  return isJsonObject(option) && option.type === "null";
}

function valueType(property: JsonValue, report: Report): JsonSchema {
  const allowed = isJsonObject(property) && property.enum === undefined && property.const === undefined;
  if (!allowed || typeof property.type !== "string") return refused(property, report);
  if (property.type === "array") {
    const { items = { type: "string" } } = property;
    const isScalar = isJsonObject(items) && scalars.includes(String(items.type));
    return isScalar
      ? { type: "array", ...constraints(property, report), items: valueType(items, report) }
      : refused(property, report);
  }
  return scalars.includes(property.type)
    ? { type: property.type, ...constraints(property, report) }
    : refused(property, report);
}

function constraints(property: JsonObject, report: Report): JsonSchema {
  const read = Constraints.safeParse(property);
  for (const { path, message } of read.error?.issues ?? []) report(`${path.join(".")}: ${message}`);
  // zod's optional keys are `T | undefined`; a parsed object has no key it was not given.
  return (read.data ?? {}) as JsonSchema;
}

function refused(property: JsonValue, report: Report): JsonSchema {
  const found = isJsonObject(property) ? JSON.stringify(property).slice(0, 80) : describeValue(property);
  report(`expected ${allowedTypes}, found ${found}`);
  return {};
}

function textOr(value: JsonValue, key: string, otherwise: string): string {
  const text = isJsonObject(value) ? value[key] : undefined;
  return typeof text === "string" ? text : otherwise;
}
