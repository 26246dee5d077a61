import type { JsonSchema } from "../../base/index.ts";
import type { AnswerTemplate, Composition, RegexCheck, TemplateField } from "../answer-template.ts";
import { groundTruthCases, isConditional } from "../ground-truth.ts";
import { resolvePrimitive } from "../primitives/resolve-primitive.ts";
import { valueWords } from "../primitives/value-words.ts";

/** A field of a template, said for people. */
export interface FieldWords {
  readonly name: string;
  /** What the judge is asked to find. */
  readonly asks: string;
  /** What it fills in, such as `number` or `list of text`. */
  readonly kind: string;
  /** Sentences on which values are right; empty for a field that is not checked. */
  readonly right: readonly string[];
  /** Advice to the judge. */
  readonly hint?: string;
  /** Share in the granular score, where it is not 1. */
  readonly weight?: number;
}

/** A template, said for people who do not program. */
export interface TemplateWords {
  readonly fields: readonly FieldWords[];
  /** A sentence for each pattern that is looked for in the answer's text. */
  readonly patterns: readonly string[];
  /** A sentence on which of these have to be right. */
  readonly passes: string;
}

/**
 * Says what a template asks and what it takes for right, in plain words.
 *
 * @example
 * templateWords(answerTemplate({ n: verified(z.number(), { description: "How many", groundTruth: 46, verifyWith: numericExact() }) })).fields[0]?.right
 * // ["Right where it is 46."]
 */
export function templateWords(template: AnswerTemplate): TemplateWords {
  return {
    fields: template.fields.map(fieldWords),
    patterns: Object.entries(template.regex).map(([name, check]) => `${name}: ${patternWords(check)}`),
    passes: passWords(template),
  };
}

function fieldWords(field: TemplateField): FieldWords {
  const { name, description, extractionHint, verification } = field;
  const weight = verification?.weight ?? 1;
  return {
    name,
    asks: description,
    kind: kindWords(field.schema),
    right: rightWords(field),
    ...(extractionHint === undefined ? {} : { hint: extractionHint }),
    ...(weight === 1 ? {} : { weight }),
  };
}

function rightWords({ verification }: TemplateField): readonly string[] {
  if (verification === undefined) return [];
  const { groundTruth } = verification;
  return groundTruthCases(verification).map(({ label, value, verifyWith }) => {
    const right = `ight where ${resolvePrimitive(verifyWith).rightWhen(value)}.`;
    if (!isConditional(groundTruth)) return `R${right}`;
    const isCase = label.startsWith("case ");
    return isCase ? `Where ${groundTruth.source} is ${label.slice(5)}: r${right}` : `Else r${right}`;
  });
}

const typeNames: { readonly [type: string]: string } = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "yes or no",
};

function kindWords(schema: JsonSchema): string {
  const { type, format, items, enum: known } = schema;
  if (known !== undefined) return `one of ${known.map(valueWords).join(", ")}`;
  if (format === "date") return "date";
  const other = schema.anyOf?.find((one) => one.type !== "null");
  if (other !== undefined) return kindWords(other);
  if (type === "array") return items === undefined ? "list" : `list of ${kindWords(items)}`;
  return (typeof type === "string" ? typeNames[type] : undefined) ?? "value";
}

function patternWords({ pattern, expected, matchType }: RegexCheck): string {
  const value = valueWords(expected);
  const says: { readonly [Type in RegexCheck["matchType"]]: string } = {
    exact: `occurs once in the answer's text, and what it finds is ${value}`,
    contains: `finds ${value} in the answer's text, beside whatever else`,
    count: `occurs exactly ${value} times in the answer's text`,
    all: `finds ${value} in the answer's text, each of them, beside whatever else`,
  };
  return `right where the pattern ${pattern} ${says[matchType]}.`;
}

function passWords({ fields, strategy, regex, verify }: AnswerTemplate): string {
  const checked = fields.filter(({ verification }) => verification !== undefined);
  const patterns = Object.keys(regex).length;
  const and = patterns === 0 ? "" : patterns === 1 ? " and its pattern is too" : " and its patterns are too";
  if (verify !== undefined) return `An answer is right where its function verify says so${and}.`;
  if (strategy !== undefined)
    return `An answer is right where ${conditionWords(strategy)} ${is(strategy)} right${and}.`;
  if (checked.length === 0)
    return patterns === 0
      ? "Nothing is checked."
      : `An answer is right where ${patterns === 1 ? "its pattern is" : "all patterns are"}.`;
  const [only] = checked;
  return checked.length === 1 && only !== undefined
    ? `An answer is right where the field ${only.name} is${and}.`
    : `An answer is right where all ${checked.length} checked fields are${and}.`;
}

const is = (node: Composition): string =>
  node.type === "field_check" || node.type === "any_of" ? "is" : "are";

function conditionWords(node: Composition): string {
  if (node.type === "field_check") return node.field;
  const parts = node.conditions.map((part) =>
    part.type === "field_check" ? part.field : `(${conditionWords(part)})`,
  );
  if (node.type === "at_least_n") return `at least ${node.n} of ${parts.join(", ")}`;
  return parts.join(node.type === "all_of" ? " and " : " or ");
}
