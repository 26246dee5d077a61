import { type JsonSchema, type JsonValue, messageOf } from "../base/index.ts";
import type { AnswerTemplate, FieldVerification, RegexCheck, TemplateField } from "./answer-template.ts";
import { subschemas } from "./authoring/subschemas.ts";
import { fieldsMentioned } from "./composition.ts";
import { readValue } from "./extraction/read-value.ts";
import { groundTruthCases } from "./ground-truth.ts";
import { type CheckTools, resolvePrimitive } from "./primitives/index.ts";

/** Names a field cannot have: results and the judge's reply use them for something else. */
const reservedNames = new Set(["correct", "regex", "id", "_unanswered_fields", "__proto__"]);

/**
 * Everything wrong with a template, as sentences that name the field; empty when it can be used.
 * Covers what {@link answerTemplate} already refuses, and what only shows with tools, such as patterns.
 */
export function validateTemplate(template: AnswerTemplate, tools: CheckTools): readonly string[] {
  const structural = templateProblems(template);
  if (structural.length > 0) return structural;
  return [
    ...template.fields.flatMap((field) =>
      inField(field.name, [...patternProblems(field.schema, tools), ...primitiveProblems(field, tools)]),
    ),
    ...Object.entries(template.regex).flatMap(([name, check]) => {
      const problem = thrown(() => tools.patterns.validate(check.pattern));
      return problem === undefined ? [] : [`regex check "${name}": ${problem}`];
    }),
  ];
}

/** The problems that show without tools. */
export function templateProblems(template: AnswerTemplate): readonly string[] {
  const names = template.fields.map((field) => field.name);
  return [
    ...(/^[\p{L}_][\p{L}\p{N}_]*$/u.test(template.name)
      ? []
      : [`the name ${JSON.stringify(template.name)} is not an identifier`]),
    ...new Set(
      names
        .filter((name, index) => names.indexOf(name) !== index)
        .map((name) => `field "${name}" is declared twice`),
    ),
    ...template.fields.flatMap((field) => inField(field.name, fieldProblems(field))),
    ...strategyProblems(template),
    ...Object.entries(template.regex).flatMap(([name, check]) =>
      regexProblems(check).map((problem) => `regex check "${name}": ${problem}`),
    ),
    ...(decides(template)
      ? []
      : ["nothing decides pass or fail: add a verified field, a verify function or a regex check"]),
  ];
}

function decides(template: AnswerTemplate): boolean {
  const checked = template.fields.some((field) => field.verification !== undefined);
  return checked || template.verify !== undefined || Object.keys(template.regex).length > 0;
}

function fieldProblems(field: TemplateField): readonly string[] {
  const { name, description, verification } = field;
  return [
    ...(/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
      ? []
      : ["a field name is letters, digits and _, and does not start with a digit"]),
    ...(reservedNames.has(name) ? ["the name is reserved; choose another"] : []),
    ...(description.trim() === "" ? ["description is required: it tells the judge what to extract"] : []),
    ...(verification === undefined ? [] : verificationProblems(field, verification)),
  ];
}

function verificationProblems(field: TemplateField, verification: FieldVerification): readonly string[] {
  const weight = Number.isFinite(verification.weight) ? [] : ["weight must be a finite number"];
  return [...weight, ...groundTruthCases(verification).flatMap((found) => caseProblems(field, found))];
}

function caseProblems(
  { schema }: TemplateField,
  { label, value, verifyWith }: ReturnType<typeof groundTruthCases>[number],
): readonly string[] {
  const kind = thrownOr(() => resolvePrimitive(verifyWith).kind);
  if (typeof kind !== "string") return [kind.problem];
  if (kind === "trace") {
    return [
      ...(schema.type === "boolean"
        ? []
        : [`${verifyWith.type} looks at the trace, so the field must be a boolean`]),
      ...(typeof value === "boolean"
        ? []
        : [`${label}: expected true or false, found ${JSON.stringify(value)}`]),
    ];
  }
  const read = readValue(schema, value);
  return read.ok ? [] : read.problems.map((problem) => `${label}: ${problem}`);
}

function patternProblems(schema: JsonSchema, tools: CheckTools): readonly string[] {
  const { pattern } = schema;
  const problem = pattern === undefined ? undefined : thrown(() => tools.patterns.validate(pattern));
  return [
    ...(problem === undefined ? [] : [problem]),
    ...subschemas(schema).flatMap((child) => patternProblems(child, tools)),
  ];
}

function primitiveProblems(field: TemplateField, tools: CheckTools): readonly string[] {
  if (field.verification === undefined) return [];
  return groundTruthCases(field.verification).flatMap(({ value, verifyWith }) =>
    resolvePrimitive(verifyWith).problems(tools, value),
  );
}

function strategyProblems({ strategy, fields }: AnswerTemplate): readonly string[] {
  if (strategy === undefined) return [];
  const verified = fields.filter((field) => field.verification !== undefined).map((field) => field.name);
  return fieldsMentioned(strategy)
    .filter((name) => !verified.includes(name))
    .map(
      (name) =>
        `the strategy names "${name}", which is not a verified field (there are: ${verified.join(", ") || "none"})`,
    );
}

function regexProblems({ matchType, expected }: RegexCheck): readonly string[] {
  if (matchType === "count" && !isCount(expected))
    return [`count expects a whole number, found ${JSON.stringify(expected)}`];
  if (matchType === "all" && !Array.isArray(expected))
    return [`all expects a list, found ${JSON.stringify(expected)}`];
  return [];
}

function isCount(expected: JsonValue): boolean {
  return typeof expected === "number" && Number.isInteger(expected) && expected >= 0;
}

function inField(name: string, problems: readonly string[]): readonly string[] {
  return problems.map((problem) => `field "${name}": ${problem}`);
}

function thrown(action: () => unknown): string | undefined {
  const outcome = thrownOr(() => {
    action();
    return "done";
  });
  return typeof outcome === "string" ? undefined : outcome.problem;
}

function thrownOr<T>(action: () => T): T | { readonly problem: string } {
  try {
    return action();
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
