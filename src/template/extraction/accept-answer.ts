import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  recordFrom,
} from "../../base/index.ts";
import type { Answer, AnswerTemplate, FieldVerification, TemplateField } from "../answer-template.ts";
import { groundTruthCases } from "../ground-truth.ts";
import { findPrimitive } from "../primitives/list.ts";
import type { CheckTools } from "../primitives/primitive.ts";
import { judgedFields } from "../template-kind.ts";
import { describeType } from "./describe-type.ts";
import { acceptsNull, readValue } from "./read-value.ts";

/** A judge's reply as an answer, or what is wrong with it: path, what was expected, what was found. */
type AcceptedAnswer =
  | { readonly ok: true; readonly value: Answer }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The key under which an agentic judge lists the fields it could not answer. */
const unansweredKey = "_unanswered_fields";

/**
 * Reads the JSON a judge replied with. A verified field that is null, missing or listed in
 * `_unanswered_fields` becomes a null field; a missing plain field is a problem unless it is optional
 * or has a default. Keys that are not fields are dropped; an object without any field, such as an error
 * message or an answer inside another object, is no filled template.
 */
export function acceptAnswer(template: AnswerTemplate, json: JsonValue, tools: CheckTools): AcceptedAnswer {
  if (!isJsonObject(json))
    return { ok: false, problems: [`expected a JSON object, found ${JSON.stringify(json)?.slice(0, 80)}`] };
  const unanswered = listedNames(json[unansweredKey]);
  const fields = judgedFields(template);
  if (holdsNoField(fields, json)) {
    const wanted = fields.map(({ name }) => name).join(", ");
    return { ok: false, problems: [`expected an object with the keys ${wanted}, found none of them`] };
  }
  const values: [string, JsonValue][] = [];
  const nullFields: string[] = [];
  const problems: string[] = [];
  for (const field of fields) {
    const found =
      Object.hasOwn(json, field.name) && !unanswered.includes(field.name) ? json[field.name] : undefined;
    if (field.verification !== undefined && (found === undefined || found === null)) {
      nullFields.push(field.name);
      values.push([field.name, null]);
      continue;
    }
    const read = readField(field, found, tools);
    if (read === undefined) continue;
    if (read.ok) values.push([field.name, read.value]);
    else problems.push(...read.problems);
  }
  return problems.length === 0
    ? { ok: true, value: { values: recordFrom(values), nullFields } }
    : { ok: false, problems };
}

/** The answer of a template that needs no judge: nothing extracted, nothing missing. */
export function emptyAnswer(): Answer {
  return { values: {}, nullFields: [] };
}

function holdsNoField(fields: readonly TemplateField[], json: JsonObject): boolean {
  if (Object.hasOwn(json, unansweredKey)) return false;
  const verified = fields.some(({ verification }) => verification !== undefined);
  return verified && !fields.some(({ name }) => Object.hasOwn(json, name));
}

/** Undefined: an optional field without a default was left out. */
function readField(
  field: TemplateField,
  found: JsonValue | undefined,
  tools: CheckTools,
): ReturnType<typeof readValue> | undefined {
  const { name, schema, required, verification } = field;
  if (found === undefined || (found === null && !required && !acceptsNull(schema))) {
    if (schema.default !== undefined) return { ok: true, value: schema.default };
    return required
      ? { ok: false, problems: [`${name}: expected ${describeType(schema)}, found nothing`] }
      : undefined;
  }
  const dates = () => verification !== undefined && groundTruthCases(verification).some(readsDates);
  return readValue(schema as JsonSchema, found, { path: name, patterns: tools.patterns, dates });
}

/** What such a check cannot compare fails its field: it is no fault of the judge. */
function readsDates({ verifyWith }: Pick<FieldVerification, "verifyWith">): boolean {
  const primitive = findPrimitive(verifyWith.type);
  return primitive?.kind === "parsed" && primitive.readsDates === true;
}

function listedNames(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}
