import { type JsonSchema, type JsonValue, recordFrom } from "../../base/index.ts";
import { genericParts, type PythonType, readAnnotation } from "./annotation.ts";
import { namedArguments } from "./call-arguments.ts";
import { readClassBody } from "./class-body.ts";
import { type Attribute, attributesOfAnswer, type ClassBody } from "./class-members.ts";
import { evaluate } from "./evaluate.ts";
import { type FieldOptions, fieldOptions, withOptions } from "./field-options.ts";
import { jsonOf } from "./json-of.ts";
import { readGroundTruth, readPrimitive } from "./made-parts.ts";
import type { PythonNode } from "./python-node.ts";
import type { PythonClass, PythonValue } from "./python-value.ts";
import { isCode, isMistake } from "./reading-stop.ts";

/** A field as `templateFromDraft` reads it, with what its type is in Python. */
export interface PythonField {
  readonly name: string;
  readonly type: PythonType;
  readonly required: boolean;
  readonly options: {
    readonly description: string;
    readonly extractionHint?: string;
    readonly groundTruth?: JsonValue;
    readonly verifyWith?: JsonValue;
    readonly weight?: number;
  };
  readonly place: PythonNode;
}

/** The fields of an answer class, in their order. */
export function readAnswerFields(body: ClassBody): readonly PythonField[] {
  const fields: PythonField[] = [];
  for (const attribute of body.attributes.values()) {
    const { name, annotation, scope, value } = attribute;
    if (name === "correct") isMistake("the field name correct is reserved by BaseAnswer", annotation);
    const isConstant = name.startsWith("_") || name === "model_config" || isClassVar(attribute);
    if (isConstant || name === "regex") continue;
    const type = readAnnotation(annotation, scope, (model) => modelSchema(model, []));
    const given = value === undefined ? undefined : evaluate(value, scope);
    if (given?.kind === "made" && given.by === "VerifiedField")
      fields.push(verifiedField(name, type, given, annotation));
    else if (name !== "id")
      fields.push({ ...withType(name, type, optionsOf(given, value), annotation), place: annotation });
  }
  refuseUntyped(body);
  return fields;
}

/** Pydantic refuses an attribute without a type that is no method: what it was meant to say would be ignored. */
function refuseUntyped({ attributes, constants }: ClassBody): void {
  for (const [name, { node, scope }] of constants) {
    const isMeant = name.startsWith("_") || name === "model_config" || attributesOfAnswer.has(name);
    if (isMeant || attributes.has(name) || node.name === "LambdaExpression") continue;
    const value = evaluate(node, scope);
    if (value.kind === "made" && value.by.endsWith("Field"))
      isMistake(`the field ${name} needs a type: write ${name}: str = ${value.by}(…)`, node);
    isMistake(
      `${name} has no type, which Python refuses: write ${name}: ClassVar = … for a constant, ${name}: str = … for a field`,
      node,
    );
  }
}

function isClassVar({ annotation, scope }: Attribute): boolean {
  if (annotation.text === "ClassVar") return true;
  return /ClassVar/.test(annotation.text) && genericParts(annotation, scope, "ClassVar") !== undefined;
}

/** What an attribute without `VerifiedField` is given: a `Field`, a default or nothing. */
function optionsOf(given: PythonValue | undefined, place: PythonNode | undefined): FieldOptions {
  if (given === undefined || place === undefined)
    return { description: undefined, default: undefined, keywords: new Map() };
  if (given.kind !== "made")
    return { description: undefined, default: { value: jsonOf(given, place) }, keywords: new Map() };
  return given.by === "Field"
    ? fieldOptions(given.given, place, "Field")
    : isCode(`${given.by}(…) as a default`, place);
}

type Known = Omit<PythonField, "place">;

function withType(name: string, type: PythonType, options: FieldOptions, place: PythonNode): Known {
  const { description: inType, ...schema } = withOptions(type.schema, options, place);
  const described = [options.description, inType].find((text) => text !== undefined && text.trim() !== "");
  return {
    name,
    type: { ...type, schema: withDefault(schema, options) },
    required: options.default === undefined,
    options: { description: described ?? titleOf(name) },
  };
}

function withDefault(schema: JsonSchema, { default: preset }: FieldOptions): JsonSchema {
  return typeof preset === "object" ? { ...schema, default: preset.value } : schema;
}

/** What the judge reads for a field without description: its name in words. */
function titleOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/(^|[^\p{L}])(\p{L})/gu, (_, before: string, first: string) => before + first.toUpperCase());
  return words.replaceAll("_", " ").trim() || name;
}

function verifiedField(
  name: string,
  type: PythonType,
  made: Extract<PythonValue, { readonly kind: "made" }>,
  place: PythonNode,
): PythonField {
  const names = ["description", "ground_truth", "verify_with", "weight", "extraction_hint"];
  const named = namedArguments(made.given, names, "VerifiedField");
  const argument = (key: string) => {
    const node = named.get(key);
    return node === undefined ? undefined : { node, value: evaluate(node, made.given.scope) };
  };
  const description = argument("description");
  if (description?.value.kind !== "text" || description.value.text.trim() === "")
    return isMistake(
      `field "${name}": description is required: it tells the judge what to extract`,
      made.place,
    );
  const verifyWith = argument("verify_with");
  if (verifyWith === undefined || verifyWith.value.kind === "none")
    return isMistake(
      `field "${name}": verify_with is required: a primitive such as ExactMatch()`,
      made.place,
    );
  const groundTruth = argument("ground_truth");
  if (groundTruth === undefined) return isMistake(`field "${name}": ground_truth is required`, made.place);
  const weight = argument("weight");
  if (weight !== undefined && !("number" in weight.value))
    isMistake(`field "${name}": weight must be a number`, weight.node);
  const hint = argument("extraction_hint");
  const known = withType(
    name,
    type,
    fieldOptions({ ...made.given, positional: [] }, place, "VerifiedField"),
    place,
  );
  return {
    ...known,
    options: {
      description: description.value.text,
      groundTruth: readGroundTruth(groundTruth.value, groundTruth.node),
      verifyWith: readPrimitive(verifyWith.value, verifyWith.node),
      weight: weight !== undefined && "number" in weight.value ? weight.value.number : 1,
      ...(hint?.value.kind === "text" ? { extractionHint: hint.value.text } : {}),
    },
    place,
  };
}

/** The type of a nested model: an object with its fields. */
function modelSchema(model: PythonClass, inside: readonly PythonNode[]): JsonSchema {
  if (inside.includes(model.node)) isCode(`${model.name}, which contains itself`, model.node);
  const body = readClassBody(model);
  refuseUntyped(body);
  const helpers = [...body.methods.values()].find(
    ({ name }) => name.startsWith("model_") || name.startsWith("__"),
  );
  if (helpers !== undefined) isCode(`${helpers.name} of ${model.name}`, helpers.node);
  const required: string[] = [];
  const properties = [...body.attributes.values()].flatMap((attribute) => {
    const { name, annotation, value, scope } = attribute;
    if (name.startsWith("_") || name === "model_config" || isClassVar(attribute)) return [];
    const { schema } = readAnnotation(annotation, scope, (nested) =>
      modelSchema(nested, [...inside, model.node]),
    );
    const options = optionsOf(value === undefined ? undefined : evaluate(value, scope), value);
    const typed = withDefault(withOptions(schema, options, annotation), options);
    if (options.default === undefined) required.push(name);
    return [
      [
        name,
        options.description === undefined ? typed : { ...typed, description: options.description },
      ] as const,
    ];
  });
  return {
    type: "object",
    properties: recordFrom(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(body.docstring === undefined ? {} : { description: body.docstring }),
  };
}
