import { isDeepStrictEqual } from "node:util";
import { type JsonObject, type JsonValue, messageOf, recordFrom, snakeCase } from "../../base/index.ts";
import {
  type AnswerTemplate,
  type Composition,
  type ConditionalGroundTruth,
  isConditional,
  type PrimitiveSpec,
  readValue,
  type TemplateField,
  templateFromDraft,
} from "../../template/index.ts";
import { indented, presetOptions, requireAttribute, writtenType } from "./annotation-source.ts";
import { pythonCall, pythonLiteral } from "./python-literal.ts";
import { readPythonTemplate } from "./read-template.ts";
import { isPythonName, unwritable } from "./unwritable.ts";

/**
 * A template as readable Python that the Python system opens and verifies alike, and that reads back here as an equal
 * template. It needs no import: templates see the names they are written with.
 *
 * @throws KareninaError `template_invalid` for what Python cannot say: custom checks in TypeScript, types that no
 * annotation describes, names that Python keeps for itself
 */
export function writePythonTemplate(template: AnswerTemplate): string {
  const { name, fields, regex, judge } = template;
  if (judge !== undefined)
    throw unwritable(
      `the judge fills it in from what its option judge says (${judge}), which Python has not`,
    );
  if (!isPythonName(name)) throw unwritable(`${JSON.stringify(name)} cannot be the name of a class`);
  const taken = new Set(fields.map((field) => field.name));
  const attributes = fields.map((field) => fieldSource(field, taken));
  const parts = [
    ...(attributes.length === 0 ? [] : [attributes.join("\n")]),
    ...strategyParts(template),
    ...hookParts(template),
    ...checkParts(template),
  ];
  const source = `class ${name}(BaseAnswer):\n${indented(parts.join("\n\n"))}\n`;
  if (Object.keys(regex).length > 0) for (const field of fields) requireDummy(field);
  requireReadsBack(template, source);
  return source;
}

function fieldSource(field: TemplateField, taken: ReadonlySet<string>): string {
  const { name, schema, description, extractionHint, required, verification } = field;
  try {
    requireAttribute(name);
    const { annotation, options, classes } = writtenType(schema, { taken, name });
    const head = `${name}: ${annotation} = ${verification === undefined ? "Field" : "VerifiedField"}`;
    if (verification === undefined && extractionHint !== undefined)
      throw unwritable("an extraction hint belongs to a verified field");
    const given = [
      `description=${pythonLiteral(description)}`,
      ...(verification === undefined ? [] : verificationOptions(verification, schema.type === "number")),
      ...(extractionHint === undefined ? [] : [`extraction_hint=${pythonLiteral(extractionHint)}`]),
      ...presetOptions(schema, required),
      ...options,
    ];
    return [...classes, pythonCall(head, given, "")].join("\n");
  } catch (error) {
    throw unwritable(
      `field "${name}": ${messageOf(error).replace(/^The template cannot be written in Python: |\.$/g, "")}`,
    );
  }
}

function verificationOptions(
  { groundTruth, verifyWith, weight }: NonNullable<TemplateField["verification"]>,
  asFloat: boolean,
): readonly string[] {
  return [
    `ground_truth=${groundTruthSource(groundTruth, asFloat)}`,
    `verify_with=${primitiveSource(verifyWith)}`,
    ...(weight === 1 ? [] : [`weight=${pythonLiteral(weight)}`]),
  ];
}

function groundTruthSource(groundTruth: JsonValue | ConditionalGroundTruth, asFloat: boolean): string {
  if (!isConditional(groundTruth)) return pythonLiteral(groundTruth, asFloat);
  const { source, cases, default: fallback } = groundTruth;
  const written = Object.entries(cases).map(
    ([key, found]) => `${pythonLiteral(key)}: ${caseSource(found, asFloat)}`,
  );
  const parts = [
    `source=${pythonLiteral(source)}`,
    `cases={${written.join(", ")}}`,
    `default=${caseSource(fallback, asFloat)}`,
  ];
  return pythonCall("ConditionalGroundTruth", parts, "", 20);
}

function caseSource({ value, verifyWith }: ConditionalGroundTruth["default"], asFloat: boolean): string {
  const primitive = verifyWith === undefined ? "" : `, verify_with=${primitiveSource(verifyWith)}`;
  return `GroundTruthCase(value=${pythonLiteral(value, asFloat)}${primitive})`;
}

function primitiveSource({ type, ...parameters }: PrimitiveSpec): string {
  // All keys of a spec but `type` are JSON; the rest of a destructured index signature is not inferred so.
  const given = Object.entries(parameters as JsonObject).map(
    ([key, value]) => `${snakeCase(key)}=${parameterSource(value)}`,
  );
  return `${type}(${given.join(", ")})`;
}

/** A parameter; the one that is no JSON in Python is a synonym map among normalizers. */
function parameterSource(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(parameterSource).join(", ")}]`;
  const isMap = typeof value === "object" && value !== null && "mapping" in value;
  return isMap ? `SynonymMap(mapping=${pythonLiteral(value["mapping"] ?? {})})` : pythonLiteral(value);
}

const nodeNames = {
  field_check: "FieldCheck",
  all_of: "AllOf",
  any_of: "AnyOf",
  at_least_n: "AtLeastN",
} as const;

function strategyParts({ strategy }: AnswerTemplate): readonly string[] {
  if (strategy === undefined) return [];
  return [
    `class VerificationStrategy:\n    verify_strategy = ${indented(strategySource(strategy)).trimStart()}`,
  ];
}

function strategySource(node: Composition): string {
  if (node.type === "field_check") return `FieldCheck(field=${pythonLiteral(node.field)})`;
  const inner = node.conditions.map(strategySource);
  const count = node.type === "at_least_n" ? [`n=${node.n}`] : [];
  const list = `[${inner.join(", ")}]`;
  const isShort = list.length < 80 && !list.includes("\n");
  const conditions = isShort ? list : `[\n${inner.map((one) => `${indented(one)},\n`).join("")}]`;
  return pythonCall(nodeNames[node.type], [...count, `conditions=${conditions}`], "", 20);
}

/** The method that gives an answer its regex checks; it takes the place of the one that fills in `correct`. */
function hookParts({ fields, regex }: AnswerTemplate): readonly string[] {
  const checks = Object.entries(regex);
  if (checks.length === 0) return [];
  const known = fields.flatMap(({ name, verification }) =>
    verification === undefined || isConditional(verification.groundTruth)
      ? []
      : [[name, verification.groundTruth] as const],
  );
  const definitions = checks.map(([name, { pattern, expected, matchType }]) => {
    const definition = pythonLiteral({ pattern, expected, match_type: matchType });
    return `        ${pythonLiteral(name)}: ${definition},\n`;
  });
  return [
    "def model_post_init(self, __context):\n" +
      `    self.correct = ${pythonLiteral(recordFrom(known) as JsonObject)}\n` +
      `    self.regex = {\n${definitions.join("")}    }`,
  ];
}

/** Custom checks that were read from Python, and the one that Python asks for where only regex checks decide. */
function checkParts({ fields, verify, verifyGranular, regex }: AnswerTemplate): readonly string[] {
  const written = [
    ...(verify === undefined ? [] : [methodSource(verify.sourceText, "verify")]),
    ...(verifyGranular === undefined ? [] : [methodSource(verifyGranular.sourceText, "verify_granular")]),
  ];
  const isUndecided = verify === undefined && !fields.some(({ verification }) => verification !== undefined);
  const isAsked = isUndecided && fields.length > 0 && Object.keys(regex).length > 0;
  return isAsked ? ["def verify(self) -> bool:\n    return True", ...written] : written;
}

function methodSource(text: string | undefined, name: string): string {
  if (text === undefined || !text.startsWith(`def ${name}(`))
    throw unwritable(`${name} is a function that is not in Python`);
  return text.replaceAll("\n    ", "\n");
}

/**
 * Python tries out a class with a `model_post_init` of its own, with a value that it chooses for each field by its
 * annotation, and refuses the class where the field does not take that.
 */
function requireDummy({ name, schema }: TemplateField): void {
  const [first = ""] = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const empty: { readonly [type: string]: JsonValue } = { integer: 0, number: 0, boolean: false, array: [] };
  const type = String(schema.type);
  const dummy =
    schema.enum !== undefined || schema.const !== undefined
      ? first
      : schema.prefixItems === undefined
        ? (empty[type] ?? "")
        : "";
  if (!readValue({ ...schema, ...(type === "string" ? { format: "" } : {}) }, dummy).ok)
    throw unwritable(`field "${name}": beside regex checks Python takes no field of this type`);
}

function requireReadsBack(template: AnswerTemplate, source: string): void {
  const reading = readPythonTemplate(source);
  if (reading.kind !== "data")
    throw unwritable(reading.kind === "code" ? `${reading.construct} would have to be run` : reading.message);
  const { verify, verifyGranular, ...data } = template;
  const back = templateFromDraft(reading.draft, { verify, verifyGranular });
  const { verify: _verify, verifyGranular: _granular, ...read } = back;
  if (isDeepStrictEqual(read, data)) return;
  const changed = data.fields.find((field, index) => !isDeepStrictEqual(field, back.fields[index]));
  throw unwritable(
    `${changed === undefined ? "its strategy or regex checks" : `field "${changed.name}"`} would read back as something else`,
  );
}
