import { type JsonSchema, recordFrom } from "../../base/index.ts";
import type { AnswerTemplate, TemplateField } from "../answer-template.ts";
import { mapSubschemas } from "../authoring/subschemas.ts";
import { judgedFields } from "../template-kind.ts";
import { acceptsNull } from "./read-value.ts";

/**
 * The JSON Schema a judge fills in: every field it is asked for, described, in declaration order; all
 * required, as native structured output wants; fields it may leave unanswered take null.
 *
 * Built from names, types and descriptions alone: ground truth, primitives, weights, hints and defaults
 * have no way into it.
 */
export function judgeSchema(template: AnswerTemplate): JsonSchema {
  const fields = judgedFields(template);
  const parts = fields.map((field) => hoisted(field));
  const $defs = recordFrom(parts.flatMap((part) => part.$defs));
  return {
    type: "object",
    title: template.name,
    properties: recordFrom(
      fields.map((field, index) => [field.name, property(field, parts[index]?.schema ?? {})]),
    ),
    required: fields.map((field) => field.name),
    additionalProperties: false,
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** The author's advice to the judge per field, for fields that have some. */
export function extractionHints(template: AnswerTemplate): { readonly [field: string]: string } {
  return recordFrom(
    judgedFields(template).flatMap(({ name, extractionHint }) =>
      extractionHint ? [[name, extractionHint]] : [],
    ),
  );
}

function property(field: TemplateField, type: JsonSchema): JsonSchema {
  const mayBeNull = (field.verification !== undefined || !field.required) && !acceptsNull(field.schema);
  return {
    title: titleOf(field.name),
    description: field.description,
    ...(mayBeNull ? nullable(type) : type),
  };
}

function nullable(type: JsonSchema): JsonSchema {
  const nothing = { type: "null" };
  return {
    anyOf: [...(type.anyOf !== undefined && Object.keys(type).length === 1 ? type.anyOf : [type]), nothing],
  };
}

/** A field's type made strict, its definitions renamed so that they can stand at the root. */
function hoisted(field: TemplateField): {
  readonly schema: JsonSchema;
  readonly $defs: readonly (readonly [string, JsonSchema])[];
} {
  const { $defs = {}, ...own } = field.schema;
  const rename = (ref: string) =>
    `#/$defs/${field.name}${ref === "#" ? "" : `_${ref.slice("#/$defs/".length)}`}`;
  const schema = strict(own, rename);
  const definitions = Object.entries($defs).map(
    ([name, definition]) => [`${field.name}_${name}`, strict(definition, rename)] as const,
  );
  if (!refersToRoot(field.schema)) return { schema, $defs: definitions };
  return { schema: { $ref: rename("#") }, $defs: [[field.name, schema], ...definitions] };
}

function refersToRoot(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"$ref":"#"');
}

/** Objects closed and all their fields required; optional ones take null; no defaults. */
function strict(schema: JsonSchema, rename: (ref: string) => string): JsonSchema {
  const {
    default: _default,
    $ref,
    required = [],
    ...rest
  } = mapSubschemas(schema, (child) => strict(child, rename));
  const named = $ref === undefined ? rest : { ...rest, $ref: rename($ref) };
  if (named.properties === undefined) return named;
  const properties = recordFrom(
    Object.entries(named.properties).map(([name, child]) => [
      name,
      required.includes(name) || acceptsNull(child) ? child : nullable(child),
    ]),
  );
  return { ...named, properties, required: Object.keys(properties), additionalProperties: false };
}

/** `target_gene` and `targetGene` read `Target Gene`. */
function titleOf(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .split("_")
    .join(" ")
    .replace(/\p{L}+/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
}
