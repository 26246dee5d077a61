import type { AnswerTemplate, TemplateField } from "./answer-template.ts";
import { groundTruthCases } from "./ground-truth.ts";
import { primitiveKind } from "./primitives/resolve-primitive.ts";
import type { TemplateVerification } from "./verification/verify-answer.ts";

/**
 * `verified`: every field is checked; `mixed`: some fields are only extracted;
 * `classic`: no field is checked automatically (a custom check or regex checks decide).
 */
export type TemplateKind = "classic" | "verified" | "mixed";

/** Which kind of template this is. */
export function templateKind(template: AnswerTemplate): TemplateKind {
  const checked = template.fields.filter((field) => field.verification !== undefined).length;
  if (checked === 0) return "classic";
  return checked === template.fields.length ? "verified" : "mixed";
}

/** True for a field that is checked against the trace, so that no judge is asked for it. */
export function isTraceField(field: TemplateField): boolean {
  return field.verification !== undefined && primitiveKind(field.verification.verifyWith) === "trace";
}

/** The fields a judge has to fill in, in declaration order. */
export function judgedFields(template: AnswerTemplate): readonly TemplateField[] {
  return template.fields.filter((field) => !isTraceField(field));
}

/** False for templates made of regex checks or trace fields only: no judge call is needed. */
export function needsJudge(template: AnswerTemplate): boolean {
  return judgedFields(template).length > 0;
}

/** True when a field is checked by meaning, which needs an embedding model. */
export function usesSemanticMatch(template: AnswerTemplate): boolean {
  return template.fields.some(
    ({ verification }) =>
      verification !== undefined &&
      groundTruthCases(verification).some(({ verifyWith }) => verifyWith.type === "SemanticMatch"),
  );
}

/**
 * The fields that only the embedding check can decide, when nothing else failed: those checked by `SemanticMatch` that
 * have a value. Empty as soon as the verdict does not depend on them alone.
 */
export function undecidedFields(
  template: AnswerTemplate,
  { fieldResults, fieldResult, regex }: Pick<TemplateVerification, "fieldResults" | "fieldResult" | "regex">,
): readonly string[] {
  if (fieldResult || !regex.success || template.verify !== undefined) return [];
  const failed = template.fields.filter(
    ({ name, verification }) => verification && fieldResults[name] !== true,
  );
  const decidable = failed.some(
    ({ name, verification }) =>
      fieldResults[name] === null || verification?.verifyWith.type !== "SemanticMatch",
  );
  return decidable ? [] : failed.map(({ name }) => name);
}

/** The strictest threshold of the template's `SemanticMatch` fields; undefined without any. */
export function semanticThreshold(template: AnswerTemplate): number | undefined {
  const thresholds = template.fields.flatMap(({ verification }) =>
    verification?.verifyWith.type === "SemanticMatch"
      ? [Number(verification.verifyWith["threshold"] ?? 0.85)]
      : [],
  );
  return thresholds.length === 0 ? undefined : Math.max(...thresholds);
}
