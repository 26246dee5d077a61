import { type JsonObject, recordFrom } from "../../base/index.ts";
import type { Answer, AnswerTemplate } from "../answer-template.ts";
import { isTraceField } from "../template-kind.ts";
import { granularScore } from "./granular-score.ts";
import { statesNothing } from "./states-nothing.ts";
import { fieldsPass, type TemplateVerification } from "./verify-answer.ts";

/** Both sides of the fields whose value a judge has filled in. */
export interface ComparableValues {
  readonly expected: JsonObject;
  /** Null where the judge found no value. */
  readonly extracted: JsonObject;
}

/**
 * The values of a failed answer to compare by meaning: of the verified fields that a judge fills in, never of those that
 * are checked against the trace. A reason in their place where no comparison of values can make the fields pass.
 */
export function comparableValues(
  template: AnswerTemplate,
  { values, nullFields }: Answer,
  { fieldResults, groundTruth }: TemplateVerification,
): ComparableValues | { readonly reason: string } {
  const names = valueFields(template);
  const isFound = (name: string) => !nullFields.includes(name) && Object.hasOwn(values, name);
  const readValue = (name: string) => (isFound(name) ? (values[name] ?? null) : null);
  if (names.every((name) => statesNothing(readValue(name)))) return { reason: "no value was extracted" };
  if (names.every((name) => fieldResults[name] === true)) {
    const failed = template.verify === undefined ? "checks of the trace" : "the custom check";
    return { reason: `every value is right already; what failed is ${failed}` };
  }
  const failedTraces = Object.keys(fieldResults).filter(
    (name) => !names.includes(name) && fieldResults[name] !== true,
  );
  const atBest = { ...fieldResults, ...recordFrom(names.map((name) => [name, true])) };
  const couldPass = template.verify === undefined ? fieldsPass(template, atBest) : failedTraces.length === 0;
  if (!couldPass) return { reason: `no value changes that the trace failed: ${failedTraces.join(", ")}` };
  return {
    expected: recordFrom(names.map((name) => [name, groundTruth[name] ?? null])),
    extracted: recordFrom(names.map((name) => [name, readValue(name)])),
  };
}

/** What the checks of the fields come to where all values are right after all. */
export type FieldCredit = Pick<TemplateVerification, "fieldResults" | "fieldScores" | "granular">;

/** Credits the compared fields in full. The score of a custom granular check stays, since it goes by the values as they are. */
export function creditValues(template: AnswerTemplate, verification: TemplateVerification): FieldCredit {
  const names = valueFields(template);
  const fieldScores = {
    ...verification.fieldScores,
    ...recordFrom(names.map((name) => [name, 1])),
  };
  const weighted = template.fields.flatMap(({ name, verification: check }) =>
    check === undefined ? [] : [[name, { weight: check.weight, score: fieldScores[name] ?? null }] as const],
  );
  return {
    fieldResults: {
      ...verification.fieldResults,
      ...recordFrom(names.map((name) => [name, true])),
    },
    fieldScores,
    granular:
      template.verifyGranular === undefined
        ? granularScore(recordFrom(weighted), template.strategy)
        : verification.granular,
  };
}

function valueFields(template: AnswerTemplate): readonly string[] {
  return template.fields.flatMap((field) =>
    field.verification === undefined || isTraceField(field) ? [] : [field.name],
  );
}
