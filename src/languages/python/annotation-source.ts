import type { JsonSchema, JsonValue } from "../../base/index.ts";
import { knownNames } from "./known-names.ts";
import { pythonCall, pythonLiteral } from "./python-literal.ts";
import { isPythonName, unwritable } from "./unwritable.ts";

/** A type as it is written for an attribute. */
export interface WrittenType {
  readonly annotation: string;
  /** Arguments of `Field` for what the annotation does not say. */
  readonly options: readonly string[];
  /** Classes that have to stand before the attribute, in the same body. */
  readonly classes: readonly string[];
}

const limits: ReadonlyMap<string, readonly (readonly [keyword: keyof JsonSchema, option: string])[]> =
  new Map([
    [
      "string",
      [
        ["minLength", "min_length"],
        ["maxLength", "max_length"],
        ["pattern", "pattern"],
      ] as const,
    ],
    [
      "array",
      [
        ["minItems", "min_length"],
        ["maxItems", "max_length"],
      ] as const,
    ],
    ["number", numberLimits()],
    ["integer", numberLimits()],
  ]);

function numberLimits(): readonly (readonly [keyof JsonSchema, string])[] {
  return [
    ["minimum", "ge"],
    ["maximum", "le"],
    ["exclusiveMinimum", "gt"],
    ["exclusiveMaximum", "lt"],
    ["multipleOf", "multiple_of"],
  ];
}

const plain: ReadonlyMap<string, string> = new Map([
  ["string", "str"],
  ["number", "float"],
  ["integer", "int"],
  ["boolean", "bool"],
  ["null", "None"],
]);

/** Names of an attribute's body that its nested classes must not take. */
export interface WritingPlace {
  readonly taken: ReadonlySet<string>;
  /** What nested classes are called after. */
  readonly name: string;
}

/**
 * The type of an attribute, whose description and default are written apart.
 *
 * @throws KareninaError `template_invalid` for what no annotation says
 */
export function writtenType(schema: JsonSchema, place: WritingPlace): WrittenType {
  const { description: _description, default: _default, ...type } = schema;
  const classes: string[] = [];
  const annotation = baseSource(type, place, classes);
  return { annotation, options: limitOptions(type), classes };
}

/** A type inside another one; what the annotation does not say stands beside it. */
function innerSource(schema: JsonSchema, place: WritingPlace, classes: string[]): string {
  const { description, default: preset, ...type } = schema;
  if (preset !== undefined) throw unwritable("a default inside a type");
  const options = [
    ...(description === undefined ? [] : [`description=${pythonLiteral(description)}`]),
    ...limitOptions(type),
  ];
  const base = baseSource(type, place, classes);
  return options.length === 0 ? base : annotated(base, options);
}

function annotated(base: string, options: readonly string[]): string {
  return `__import__("typing").Annotated[${base}, Field(${options.join(", ")})]`;
}

function limitOptions(schema: JsonSchema): readonly string[] {
  const found = (limits.get(String(schema.type)) ?? []).flatMap(([keyword, option]) => {
    const value = schema[keyword];
    return value === undefined || isTuple(schema) ? [] : [`${option}=${pythonLiteral(value as JsonValue)}`];
  });
  return found;
}

function isTuple({ prefixItems, minItems, maxItems }: JsonSchema): boolean {
  return prefixItems !== undefined && minItems === prefixItems.length && maxItems === prefixItems.length;
}

function baseSource(schema: JsonSchema, place: WritingPlace, classes: string[]): string {
  const { type, items, prefixItems, properties, additionalProperties, anyOf, format } = schema;
  const inner = (child: JsonSchema) => innerSource(child, place, classes);
  if (
    schema.title !== undefined ||
    schema.uniqueItems !== undefined ||
    schema.$ref !== undefined ||
    schema.$defs !== undefined
  )
    throw unwritable("a type with a title, distinct items or references");
  if (schema.const !== undefined) return `Literal[${literalMembers([schema.const])}]`;
  if (schema.enum !== undefined) {
    if (schema.enum.length < 2) throw unwritable("a choice of one value: use a literal");
    return `Literal[${literalMembers(schema.enum)}]`;
  }
  if (anyOf !== undefined) return unionSource(anyOf.map(inner));
  if (format !== undefined) return annotated("str", [`json_schema_extra=${pythonLiteral({ format })}`]);
  if (type === "array" && prefixItems !== undefined) {
    if (!isTuple(schema) || prefixItems.length === 0)
      throw unwritable("a list with a type for each place but without a length");
    return `tuple[${prefixItems.map(inner).join(", ")}]`;
  }
  if (type === "array" && items !== undefined) return `list[${inner(items)}]`;
  if (type === "object" && properties !== undefined) {
    const name = classNameFor(place, classes.length);
    classes.push(modelSource(name, schema));
    return name;
  }
  if (type === "object" && typeof additionalProperties === "object")
    return `dict[str, ${inner(additionalProperties)}]`;
  const found = type === undefined ? "Any" : plain.get(String(type));
  if (found === undefined) throw unwritable(`a type ${JSON.stringify(type)} without further words`);
  return found;
}

function literalMembers(members: readonly JsonValue[]): string {
  const isLiteral = (member: JsonValue) =>
    typeof member !== "object" && (typeof member !== "number" || Number.isSafeInteger(member));
  if (!members.every((member) => member === null || isLiteral(member)))
    throw unwritable("a choice of something else than texts, whole numbers, booleans and null");
  return members.map((member) => pythonLiteral(member)).join(", ");
}

function unionSource(options: readonly string[]): string {
  const [first, second] = options;
  if (first === undefined || second === undefined) throw unwritable("a union of less than two types");
  return options.length === 2 && second === "None" ? `Optional[${first}]` : `Union[${options.join(", ")}]`;
}

/** `size_of_trial` has classes called `SizeOfTrial`, `SizeOfTrial2` … */
function classNameFor({ name, taken }: WritingPlace, before: number): string {
  const base =
    name
      .split("_")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join("") || "Model";
  const isFree = (candidate: string) => !taken.has(candidate) && !knownNames.has(candidate);
  const numbered = before === 0 ? base : `${base}${before + 1}`;
  return isFree(numbered) && isPythonName(numbered)
    ? numbered
    : classNameFor({ name: `${numbered}_model`, taken }, before);
}

function modelSource(name: string, { properties = {}, required = [] }: JsonSchema): string {
  const taken = new Set(Object.keys(properties));
  const lines = Object.entries(properties).map(([property, schema]) => {
    requireAttribute(property);
    const { annotation, options, classes } = writtenType(schema, { taken, name: property });
    const given = [
      ...(schema.description === undefined ? [] : [`description=${pythonLiteral(schema.description)}`]),
      ...presetOptions(schema, required.includes(property)),
      ...options,
    ];
    const head = `${property}: ${annotation}`;
    const text = given.length === 0 ? head : pythonCall(`${head} = Field`, given, "");
    return [...classes, text].join("\n");
  });
  const body = lines.length === 0 ? "pass" : lines.join("\n");
  return `class ${name}(__import__("pydantic").BaseModel):\n${indented(body)}\n`;
}

/** How an attribute says that it may be left out. */
export function presetOptions({ default: preset }: JsonSchema, required: boolean): readonly string[] {
  if (preset !== undefined) return [`default=${pythonLiteral(preset)}`];
  return required ? [] : ["default_factory=lambda: None"];
}

/** The text with four spaces before each of its lines that is not empty. */
export function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `    ${line}`))
    .join("\n");
}

/** Refuses a name that an attribute of a Python class cannot have. */
export function requireAttribute(name: string): void {
  const isUsed =
    knownNames.has(name) || /^(model_.*|verify|verify_granular|verify_regex|ground_truth)$/.test(name);
  if (!isPythonName(name) || name.startsWith("_") || isUsed)
    throw unwritable(`${JSON.stringify(name)} cannot be the name of an attribute`);
}
