import { isDeepStrictEqual } from "node:util";
import { type JsonSchema, type JsonValue, messageOf } from "../base/index.ts";
import type { AnswerTemplate, Composition, RegexCheck, TemplateField } from "./answer-template.ts";
import { subschemas } from "./authoring/subschemas.ts";
import { compositionLabel, fieldsMentioned, meaningOf } from "./composition.ts";
import { readValue } from "./extraction/read-value.ts";
import { groundTruthCases } from "./ground-truth.ts";
import type { CheckTools, PrimitiveSpec } from "./primitives/primitive.ts";
import { resolvePrimitive } from "./primitives/resolve-primitive.ts";
import type { TemplateProblem } from "./template-problem.ts";

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
  return (await findTemplateProblems(template, tools)).map(({ message }) => message);
}

/** What {@link validateTemplate} finds, with its places. */
export async function findTemplateProblems(
  template: AnswerTemplate,
  tools: CheckTools,
): Promise<readonly TemplateProblem[]> {
  const structural = templateProblems(template);
  return structural.length > 0 ? structural : problemsWithTools(template, tools);
}

/** The problems of a template that only show with tools, where there are no others. */
export async function problemsWithTools(
  template: AnswerTemplate,
  tools: CheckTools,
): Promise<readonly TemplateProblem[]> {
  const problems: TemplateProblem[] = [];
  for (const field of template.fields)
    problems.push(...inField(field.name, await fieldProblemsWithTools(field, tools)));
  for (const [name, check] of Object.entries(template.regex)) {
    const problem = thrown(() => tools.patterns.validate(check.pattern));
    if (problem !== undefined) problems.push(inRegex(name, { message: problem, key: "pattern" }));
  }
  return problems;
}

/** Letters, digits and `_`, which does not start with a digit. */
const identifier = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The problems that show without tools. */
export function templateProblems(template: AnswerTemplate): readonly TemplateProblem[] {
  const { name, fields, regex } = template;
  const problems: TemplateProblem[] = [];
  if (!identifier.test(name))
    problems.push({ message: `the name ${JSON.stringify(name)} is not an identifier`, at: ["name"] });
  const known = new Set<string>();
  const repeated = new Set<string>();
  for (const field of fields) (known.has(field.name) ? repeated : known).add(field.name);
  for (const twice of repeated)
    problems.push({ message: `field "${twice}" is declared twice`, at: ["fields", twice] });
  for (const field of fields) problems.push(...inField(field.name, fieldProblems(field)));
  problems.push(...strategyProblems(template).map((message) => ({ message, at: ["strategy"] })));
  for (const [key, check] of Object.entries(regex))
    problems.push(...regexProblems(check).map((problem) => inRegex(key, problem)));
  if (!decides(template))
    problems.push({
      message: "nothing decides pass or fail: add a verified field, a verify function or a regex check",
      at: [],
    });
  return problems;
}

/** A problem within a field or a regex check, and the key it is about. */
interface PartProblem {
  readonly message: string;
  readonly key: string;
}

function decides(template: AnswerTemplate): boolean {
  const checked = template.fields.some((field) => field.verification !== undefined);
  return checked || template.verify !== undefined || Object.keys(template.regex).length > 0;
}

function fieldProblems(field: TemplateField): readonly PartProblem[] {
  const { name, description, verification } = field;
  const problems: PartProblem[] = [];
  const add = (key: string, message: string) => void problems.push({ message, key });
  if (!identifier.test(name))
    add("name", "a field name is letters, digits and _, and does not start with a digit");
  if (reservedNames.has(name)) add("name", "the name is reserved; choose another");
  if (description.trim() === "")
    add("description", "description is required: it tells the judge what to extract");
  if (verification === undefined) return problems;
  if (!Number.isFinite(verification.weight)) add("weight", "weight must be a finite number");
  for (const found of groundTruthCases(verification)) problems.push(...caseProblems(field, found));
  return problems;
}

type FieldCase = ReturnType<typeof groundTruthCases>[number];

function caseProblems(field: TemplateField, found: FieldCase): readonly PartProblem[] {
  const { label, value, verifyWith } = found;
  const ofCheck = (message: string) => [{ message, key: "verifyWith" }];
  const primitive = thrownOr(() => resolvePrimitive(verifyWith));
  if ("problem" in primitive) return ofCheck(primitive.problem);
  if (primitive.kind === "trace" && field.schema.type !== "boolean")
    return ofCheck(`${verifyWith.type} looks at the trace, so the field must be a boolean`);
  const read = readValue(field.schema, value);
  const problems = read.ok ? storedProblems(value, read.value) : read.problems;
  const all = problems.length > 0 ? problems : primitive.groundTruthProblems(value);
  if (all.length > 0) return all.map((problem) => ofTruth(label, problem));
  return primitive.vacuity(value) === "refused" ? ofCheck(vacuous(verifyWith)) : [];
}

const ofTruth = (label: string, problem: string): PartProblem => ({
  message: `${label}: ${problem}`,
  key: "groundTruth",
});

/** What may be meant otherwise in a template that can be used, as sentences that name the field. */
export function templateDoubts({ fields }: AnswerTemplate): readonly string[] {
  return fields.flatMap(({ name, verification }) => {
    const cases = verification === undefined ? [] : groundTruthCases(verification);
    const doubted = cases.filter(
      ({ value, verifyWith }) => resolvePrimitive(verifyWith).vacuity(value) === "doubted",
    );
    const quoted = cases.flatMap(({ label, value }) => (isQuoted(value) ? [quotesOf(label, value)] : []));
    const doubts = new Set([...doubted.map(({ verifyWith }) => vacuous(verifyWith)), ...quoted]);
    return [...doubts].map((doubt) => ofField(name, doubt));
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

async function fieldProblemsWithTools(
  field: TemplateField,
  tools: CheckTools,
): Promise<readonly PartProblem[]> {
  const { schema, verification } = field;
  const problems = patternProblems(schema, tools).map((message) => ({ message, key: "schema" }));
  if (problems.length > 0 || verification === undefined) return problems;
  for (const { label, value, verifyWith } of groundTruthCases(verification)) {
    const primitive = resolvePrimitive(verifyWith);
    const unusable = primitive.problems(tools);
    problems.push(...unusable.map((message) => ({ message, key: "verifyWith" })));
    if (unusable.length > 0 || primitive.kind === "trace") continue;
    const read = readValue(schema, value, { patterns: tools.patterns });
    const found = read.ok ? await primitive.selfProblems(value, tools) : read.problems;
    problems.push(...found.map((problem) => ofTruth(label, problem)));
  }
  return problems;
}

function patternProblems(schema: JsonSchema, tools: CheckTools): readonly string[] {
  const { pattern } = schema;
  const problem = pattern === undefined ? undefined : thrown(() => tools.patterns.validate(pattern));
  const ofParts = subschemas(schema).flatMap((child) => patternProblems(child, tools));
  return problem === undefined ? ofParts : [problem, ...ofParts];
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

function regexProblems({ pattern, matchType, expected }: RegexCheck): readonly PartProblem[] {
  const ofPattern = "an empty pattern is found in every trace, so nothing is checked";
  if (pattern === "") return [{ message: ofPattern, key: "pattern" }];
  const message = expectedProblem(matchType, expected);
  return message === undefined ? [] : [{ message, key: "expected" }];
}

function expectedProblem(matchType: RegexCheck["matchType"], expected: JsonValue): string | undefined {
  if (matchType === "count" && !isCount(expected))
    return `count expects a whole number, found ${JSON.stringify(expected)}`;
  if (matchType === "all" && !Array.isArray(expected))
    return `all expects a list, found ${JSON.stringify(expected)}`;
  return matchType === "all" && isDeepStrictEqual(expected, [])
    ? "all of an empty list passes every trace, so nothing is checked"
    : undefined;
}

function isCount(expected: JsonValue): boolean {
  return typeof expected === "number" && Number.isInteger(expected) && expected >= 0;
}

const ofField = (name: string, problem: string): string => `field "${name}": ${problem}`;

function inField(name: string, problems: readonly PartProblem[]): readonly TemplateProblem[] {
  return problems.map(({ message, key }) => ({ message: ofField(name, message), at: ["fields", name, key] }));
}

const inRegex = (name: string, { message, key }: PartProblem): TemplateProblem => ({
  message: `regex check "${name}": ${message}`,
  at: ["regex", name, key],
});

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
