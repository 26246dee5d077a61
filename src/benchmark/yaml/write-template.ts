import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import {
  type AnswerTemplate,
  type Composition,
  type ConditionalGroundTruth,
  isConditional,
  type PrimitiveSpec,
  type TemplateField,
} from "../../template/index.ts";
import { type QuestionTemplate, writtenTemplate } from "../question/question-template.ts";
import { answerText } from "./benchmark-form.ts";
import { checkForm } from "./check-form.ts";
import { typeOfSchema, typeOfTruth } from "./field-type.ts";
import { answerDescription } from "./read-template.ts";

/** The keys of a question that say what its template is, with its answer; a template of code stays code. */
export function templateForm(template: QuestionTemplate | undefined, rawAnswer: string): JsonObject {
  if (template === undefined) return { answer: rawAnswer };
  const native = template.kind === "native" && codeOf(template.template) === undefined;
  return native ? nativeForm(template.template, rawAnswer) : { answer: rawAnswer, code: codeForm(template) };
}

function codeForm(template: QuestionTemplate): JsonObject {
  const { language, text } = writtenTemplate(template);
  return { language, text };
}

/** What of a template is a function, and so cannot be said in YAML; undefined where it is all data. */
export function codeOf({ verify, verifyGranular }: AnswerTemplate): string | undefined {
  const names = [verify && "verify", verifyGranular && "verifyGranular"].filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(" and ");
}

function nativeForm(template: AnswerTemplate, rawAnswer: string): JsonObject {
  const { name, fields, judge, strategy, regex } = template;
  const regexForms = Object.entries(regex).map(
    ([key, { pattern, expected, matchType }]) =>
      [key, { pattern, expected, ...(matchType === "exact" ? {} : { match: matchType }) }] as const,
  );
  return {
    ...(shortForm(fields, rawAnswer) ?? {
      answer: rawAnswer,
      ...(fields.length === 0
        ? {}
        : { fields: recordFrom(fields.map((field) => [field.name, fieldForm(field)])) }),
    }),
    ...(judge === undefined ? {} : { judge }),
    ...(strategy === undefined ? {} : { pass: passForm(strategy) }),
    ...(regexForms.length === 0 ? {} : { regex: recordFrom(regexForms) }),
    ...(name === "Answer" ? {} : { template_name: name }),
  };
}

/** A question whose answer is the ground truth of its only field. */
function shortForm(fields: readonly TemplateField[], rawAnswer: string): JsonObject | undefined {
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0 || field.name !== "answer") return undefined;
  const { truth, check, type, schema, weight, required, conditional_truth, ...texts } = fieldForm(field);
  if (truth === undefined || check === undefined || schema !== undefined || weight !== undefined)
    return undefined;
  const isPlain = (value: JsonValue) => value !== null && typeof value !== "object";
  const isAnswer = Array.isArray(truth) ? truth.every(isPlain) : isPlain(truth);
  if (required !== undefined || !isAnswer || answerText(truth) !== rawAnswer) return undefined;
  const { description, ...hint } = texts;
  const told = description === answerDescription ? hint : texts;
  return { answer: truth, check, ...(type === undefined ? {} : { type }), ...told };
}

function fieldForm(field: TemplateField): JsonObject {
  const { schema, description, extractionHint, required, verification } = field;
  const groundTruth = verification?.groundTruth;
  const conditional = groundTruth !== undefined && isConditional(groundTruth) ? groundTruth : undefined;
  const truth = conditional === undefined ? (groundTruth as JsonValue | undefined) : undefined;
  const type = typeOfSchema(schema);
  const follows = type !== undefined && truth !== undefined && isDeepStrictEqual(typeOfTruth(truth), type);
  // a type and a schema are JSON
  const typed: JsonObject = follows
    ? {}
    : type === undefined
      ? { schema: schema as JsonObject }
      : { type: type as JsonValue };
  return {
    ...typed,
    description,
    ...(truth === undefined ? {} : { truth }),
    ...(conditional === undefined ? {} : { conditional_truth: conditionalForm(conditional) }),
    ...(verification === undefined ? {} : { check: checkForm(verification.verifyWith) }),
    ...(verification === undefined || verification.weight === 1 ? {} : { weight: verification.weight }),
    ...(extractionHint === undefined ? {} : { hint: extractionHint }),
    ...(required || schema.default !== undefined ? {} : { required }),
  };
}

function conditionalForm({ source, cases, default: otherwise }: ConditionalGroundTruth): JsonObject {
  const form = ({ value, verifyWith }: { value: JsonValue; verifyWith?: PrimitiveSpec }): JsonValue => {
    if (verifyWith === undefined && !isJsonObject(value)) return value;
    return { truth: value, ...(verifyWith && { check: checkForm(verifyWith) }) };
  };
  const forms = Object.entries(cases).map(([key, found]) => [key, form(found)] as const);
  return { source, cases: recordFrom(forms), default: form(otherwise) };
}

function passForm(node: Composition): JsonValue {
  if (node.type === "field_check") return node.field;
  const conditions = node.conditions.map(passForm);
  if (node.type === "at_least_n") return { at_least: node.n, of: conditions };
  return { [node.type]: conditions };
}
