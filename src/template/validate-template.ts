import { isDeepStrictEqual } from "node:util";
import { type JsonSchema, type JsonValue, messageOf } from "../base/index.ts";
import type { AnswerTemplate, Composition, RegexCheck, TemplateField } from "./answer-template.ts";
import { subschemas } from "./authoring/subschemas.ts";
import { compositionLabel, fieldsMentioned, meaningOf } from "./composition.ts";
import { readValue } from "./extraction/read-value.ts";
import { groundTruthCases } from "./ground-truth.ts";
import type { CheckTools, PrimitiveSpec } from "./primitives/primitive.ts";
import { resolvePrimitive } from "./primitives/resolve-primitive.ts";

/** Names a field cannot have: results and the judge's reply use them for something else. */
const reservedNames = new Set(["correct", "regex", "id", "_unanswered_fields", "__proto__"]);

/**
 * Everything wrong with a template, as sentences that name the field; empty when it can be used.
 * Covers what {@link answerTemplate} already refuses, and what only shows with tools, such as patterns.
 */
export async function validateTemplate(
  template: AnswerTemplate,
  tools: CheckTools,
): Promise<readonly string[]> {
  const structural = templateProblems(template);
  if (structural.length > 0) return structural;
  const problems: string[] = [];
  for (const field of template.fields)
    problems.push(...inField(field.name, await problemsWithTools(field, tools)));
  for (const [name, check] of Object.entries(template.regex)) {
    const problem = thrown(() => tools.patterns.validate(check.pattern));
    if (problem !== undefined) problems.push(`regex check "${name}": ${problem}`);
  }
  return problems;
}

/** Letters, digits and `_`, which does not start with a digit. */
const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The problems that show without tools. */
export function templateProblems(template: AnswerTemplate): readonly string[] {
  const { name, fields, regex } = template;
  const problems: string[] = [];
  if (!identifier.test(name)) problems.push(`the name ${JSON.stringify(name)} is not an identifier`);
  const known = new Set<string>();
  const repeated = new Set<string>();
  for (const field of fields) (known.has(field.name) ? repeated : known).add(field.name);
  for (const twice of repeated) problems.push(`field "${twice}" is declared twice`);
  for (const field of fields) problems.push(...inField(field.name, fieldProblems(field)));
  problems.push(...strategyProblems(template));
  for (const [key, check] of Object.entries(regex))
    for (const problem of regexProblems(check)) problems.push(`regex check "${key}": ${problem}`);
  if (!decides(template))
    problems.push("nothing decides pass or fail: add a verified field, a verify function or a regex check");
  return problems;
}

function decides(template: AnswerTemplate): boolean {
  const checked = template.fields.some((field) => field.verification !== undefined);
  return checked || template.verify !== undefined || Object.keys(template.regex).length > 0;
}

function fieldProblems(field: TemplateField): readonly string[] {
  const { name, description, verification } = field;
  const problems: string[] = [];
  if (!identifier.test(name))
    problems.push("a field name is letters, digits and _, and does not start with a digit");
  if (reservedNames.has(name)) problems.push("the name is reserved; choose another");
  if (description.trim() === "") problems.push("description is required: it tells the judge what to extract");
  if (verification === undefined) return problems;
  if (!Number.isFinite(verification.weight)) problems.push("weight must be a finite number");
  for (const found of groundTruthCases(verification)) problems.push(...caseProblems(field, found));
  return problems;
}

type FieldCase = ReturnType<typeof groundTruthCases>[number];

function caseProblems(field: TemplateField, found: FieldCase): readonly string[] {
  const { label, value, verifyWith } = found;
  const primitive = thrownOr(() => resolvePrimitive(verifyWith));
  if ("problem" in primitive) return [primitive.problem];
  if (primitive.kind === "trace" && field.schema.type !== "boolean")
    return [`${verifyWith.type} looks at the trace, so the field must be a boolean`];
  const read = readValue(field.schema, value);
  const problems = read.ok ? storedProblems(value, read.value) : read.problems;
  const all = problems.length > 0 ? problems : primitive.groundTruthProblems(value);
  if (all.length > 0) return all.map((problem) => `${label}: ${problem}`);
  return primitive.vacuity(value) === "refused" ? [vacuous(verifyWith)] : [];
}

/** What may be meant otherwise in a template that can be used, as sentences that name the field. */
export function templateDoubts({ fields }: AnswerTemplate): readonly string[] {
  return fields.flatMap(({ name, verification }) => {
    const cases = verification === undefined ? [] : groundTruthCases(verification);
    const doubted = cases.filter(
      ({ value, verifyWith }) => resolvePrimitive(verifyWith).vacuity(value) === "doubted",
    );
    const quoted = cases.flatMap(({ label, value }) => (isQuoted(value) ? [quotesOf(label, value)] : []));
    return inField(name, [...new Set([...doubted.map(({ verifyWith }) => vacuous(verifyWith)), ...quoted])]);
  });
}

/** Signs that word processors put around a text, and that end no text in YAML or in a program. */
const typographic = /^(?:[“„‟”][^“„‟”]*[“”]|[‘‚‛’][^‘‚‛]*[‘’]|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|›[^‹›]*‹)$/;

function isQuoted(value: JsonValue): boolean {
  const texts = Array.isArray(value) ? value : [value];
  return texts.some((text) => typeof text === "string" && typographic.test(text.trim()));
}

function quotesOf(label: string, value: JsonValue): string {
  return `${label}: the quotation marks of ${JSON.stringify(value)} are part of what values are compared with; leave them out unless they belong to it`;
}

function vacuous({ type, ...parameters }: PrimitiveSpec): string {
  return `${type} with ${JSON.stringify(parameters)} passes every value, so nothing is checked`;
}

/** A ground truth is compared as it is stored, so it has to be stored as the field's type reads it. */
function storedProblems(stored: JsonValue, read: JsonValue): readonly string[] {
  if (Object.is(stored, read) || isDeepStrictEqual(stored, read)) return [];
  const [found, expected] = [stored, read].map((value) => JSON.stringify(value));
  return [`expected ${expected}, which is what the field's type reads in it, found ${found}`];
}

async function problemsWithTools(field: TemplateField, tools: CheckTools): Promise<readonly string[]> {
  const { schema, verification } = field;
  const problems = [...patternProblems(schema, tools)];
  if (problems.length > 0 || verification === undefined) return problems;
  for (const { label, value, verifyWith } of groundTruthCases(verification)) {
    const primitive = resolvePrimitive(verifyWith);
    const unusable = primitive.problems(tools);
    problems.push(...unusable);
    if (unusable.length > 0 || primitive.kind === "trace") continue;
    const read = readValue(schema, value, { patterns: tools.patterns });
    const found = read.ok ? await primitive.selfProblems(value, tools) : read.problems;
    problems.push(...found.map((problem) => `${label}: ${problem}`));
  }
  return problems;
}

function patternProblems(schema: JsonSchema, tools: CheckTools): readonly string[] {
  const { pattern } = schema;
  const problem = pattern === undefined ? undefined : thrown(() => tools.patterns.validate(pattern));
  return [
    ...(problem === undefined ? [] : [problem]),
    ...subschemas(schema).flatMap((child) => patternProblems(child, tools)),
  ];
}

function strategyProblems({ strategy, fields }: AnswerTemplate): readonly string[] {
  if (strategy === undefined) return [];
  const verified = fields.filter((field) => field.verification !== undefined).map((field) => field.name);
  const unknown = fieldsMentioned(strategy).filter((name) => !verified.includes(name));
  return [
    ...unknown.map(
      (name) =>
        `the strategy names "${name}", which is not a verified field (there are: ${verified.join(", ") || "none"})`,
    ),
    ...conditionProblems(strategy),
  ];
}

/** A node that always passes, never passes, or counts one condition twice decides something else than it says. */
function conditionProblems(node: Composition): readonly string[] {
  if (node.type === "field_check") return [];
  const { conditions } = node;
  const isRepeated = new Set(conditions.map(meaningOf)).size < conditions.length;
  const most = conditions.length;
  const isCountable = node.type !== "at_least_n" || most === 0 || (node.n >= 1 && node.n <= most);
  return [
    ...(most === 0
      ? [`the strategy has ${compositionLabel(node)} without conditions: name at least one field`]
      : []),
    ...(isRepeated
      ? [`the strategy has ${compositionLabel(node)} with the same condition twice: name each once`]
      : []),
    ...(isCountable ? [] : [`the strategy has ${compositionLabel(node)} of ${most}: expected 1 to ${most}`]),
    ...conditions.flatMap(conditionProblems),
  ];
}

function regexProblems({ pattern, matchType, expected }: RegexCheck): readonly string[] {
  if (pattern === "") return ["an empty pattern is found in every trace, so nothing is checked"];
  if (matchType === "count" && !isCount(expected))
    return [`count expects a whole number, found ${JSON.stringify(expected)}`];
  if (matchType === "all" && !Array.isArray(expected))
    return [`all expects a list, found ${JSON.stringify(expected)}`];
  if (matchType === "all" && isDeepStrictEqual(expected, []))
    return ["all of an empty list passes every trace, so nothing is checked"];
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
