import { isJsonObject, type JsonSchema, type JsonValue, recordFrom } from "../../base/index.ts";
import { namedArguments } from "./call-arguments.ts";
import { evaluate } from "./evaluate.ts";
import { jsonOf } from "./json-of.ts";
import type { PythonNode } from "./python-node.ts";
import type { CallArguments } from "./python-value.ts";
import { isCode } from "./reading-stop.ts";
import { lookUp } from "./scope.ts";

/** What `Field(…)` and `VerifiedField(…)` share. */
export interface FieldOptions {
  readonly description: string | undefined;
  /** Absent: the field is required. `"absent"`: it may be left out and is null then, without a default in the schema. */
  readonly default: { readonly value: JsonValue } | "absent" | undefined;
  /** Keywords of JSON Schema for the type, with numbers and patterns. */
  readonly keywords: ReadonlyMap<string, JsonValue>;
}

const keywordNames: ReadonlyMap<string, string> = new Map([
  ["ge", "minimum"],
  ["le", "maximum"],
  ["gt", "exclusiveMinimum"],
  ["lt", "exclusiveMaximum"],
  ["multiple_of", "multipleOf"],
  ["min_length", "min"],
  ["max_length", "max"],
  ["pattern", "pattern"],
]);

/** Options that say nothing about which values a field takes. */
const silent = new Set([
  "title",
  "examples",
  "repr",
  "exclude",
  "frozen",
  "deprecated",
  "init",
  "kw_only",
  "validate_default",
]);

/** Reads the options of a call of `Field`, or the further ones of `VerifiedField`. */
export function fieldOptions(
  given: CallArguments,
  place: PythonNode,
  callee: "Field" | "VerifiedField",
): FieldOptions {
  const named = callee === "Field" ? namedArguments(given, ["default"], callee) : given.keywords;
  const keywords = new Map<string, JsonValue>();
  let description: string | undefined;
  let preset: FieldOptions["default"];
  for (const [name, node] of named) {
    const value = () => jsonOf(evaluate(node, given.scope), node);
    const keyword = keywordNames.get(name);
    if (keyword !== undefined) {
      const found = value();
      if (found !== null) keywords.set(keyword, found);
    } else if (name === "description") {
      const found = value();
      if (found !== null)
        description = typeof found === "string" ? found : isCode("a description that is no text", node);
    } else if (name === "default") {
      const found = evaluate(node, given.scope);
      preset = found.kind === "ellipsis" ? undefined : { value: jsonOf(found, node) };
    } else if (name === "default_factory") preset = readFactory(node, given);
    else if (name === "json_schema_extra") {
      const extra = value();
      const format = isJsonObject(extra) ? extra["format"] : undefined;
      if (format !== undefined) keywords.set("format", format);
    } else if (!silent.has(name) && !(callee === "VerifiedField" && ofVerified.has(name)))
      isCode(`${name} of ${callee}`, place);
  }
  return { description, default: preset, keywords };
}

const ofVerified = new Set(["ground_truth", "verify_with", "weight", "extraction_hint"]);

function readFactory(node: PythonNode, { scope }: CallArguments): FieldOptions["default"] {
  if (/^lambda\s*:\s*None$/.test(node.text)) return "absent";
  const known = node.name === "VariableName" ? lookUp(scope, node.text) : undefined;
  const made = known?.kind === "known" ? factories.get(known.name) : undefined;
  return made === undefined ? isCode("a default_factory", node) : { value: made };
}

const factories: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["list", []],
  ["set", []],
  ["dict", {}],
  ["str", ""],
  ["int", 0],
  ["float", 0],
  ["bool", false],
]);

/** A type with the keywords of its options. */
export function withOptions(schema: JsonSchema, { keywords }: FieldOptions, place: PythonNode): JsonSchema {
  if (keywords.size === 0) return schema;
  if (schema.anyOf === undefined) return { ...schema, ...named(schema, keywords, place) };
  const values = schema.anyOf.filter(({ type }) => type !== "null");
  if (values.length !== 1) isCode("limits of a union", place);
  return {
    ...schema,
    anyOf: schema.anyOf.map((option) =>
      option.type === "null" ? option : { ...option, ...named(option, keywords, place) },
    ),
  };
}

function named(
  { type }: JsonSchema,
  keywords: FieldOptions["keywords"],
  place: PythonNode,
): { readonly [keyword: string]: JsonValue } {
  const isList = type === "array";
  return recordFrom(
    [...keywords].map(([keyword, value]) => {
      const isLength = keyword === "min" || keyword === "max";
      const isText = keyword === "pattern" || keyword === "format";
      const fits = isLength
        ? isList || type === "string"
        : isText
          ? type === "string"
          : type === "integer" || type === "number";
      if (!fits)
        isCode(`${isLength ? `${keyword}_length` : keyword} of a type that is not known to take it`, place);
      return [isLength ? `${keyword}${isList ? "Items" : "Length"}` : keyword, value] as const;
    }),
  );
}
