import { type JsonValue, KareninaError, messageOf } from "../../base/index.ts";
import type { Question } from "../question/question.ts";
import { hasTraits } from "../rubrics/rubrics.ts";
import { sameJson } from "../same-json.ts";
import { fieldText, questionField } from "./question-field.ts";

/** Conditions that must all hold; an absent one always does. */
export interface QuestionFilter {
  readonly finished?: boolean;
  readonly hasTemplate?: boolean;
  /** Whether the question has traits of its own, dynamic ones included. */
  readonly hasRubric?: boolean;
  /** Part of the author's name, in any case. */
  readonly author?: string;
  readonly where?: (question: Question) => boolean;
}

/** The questions that pass every condition of a filter, in order. */
export function filterQuestions(questions: readonly Question[], filter: QuestionFilter): readonly Question[] {
  const { finished, hasTemplate, hasRubric, author, where } = filter;
  return questions.filter(
    (question) =>
      (finished === undefined || question.finished === finished) &&
      (hasTemplate === undefined || (question.template !== undefined) === hasTemplate) &&
      (hasRubric === undefined || hasTraits(question) === hasRubric) &&
      (author === undefined || authorName(question).toLowerCase().includes(author.toLowerCase())) &&
      (where === undefined || where(question)),
  );
}

/** The author's name, or the author itself where it is only text; empty without one. */
export function authorName(question: Question): string {
  const name = fieldText(questionField("author.name")(question));
  return name === "" && typeof question.author === "string" ? question.author : name;
}

/** How {@link filterByMetadata} compares: equal, text inside text (any case), member of a list, or regular expression (any case). */
export type MetadataMatch = "exact" | "contains" | "in" | "regex";

/**
 * The questions whose field at a dotted path matches a value. An absent or null field never matches.
 * Throws `invalid_input` for an unknown field and for a regular expression that cannot be read.
 */
export function filterByMetadata(
  questions: readonly Question[],
  path: string,
  value: JsonValue | RegExp,
  mode: MetadataMatch = "exact",
): readonly Question[] {
  const read = questionField(path);
  const matches = matcher(value, mode);
  return questions.filter((question) => {
    const field = read(question);
    return field !== undefined && field !== null && matches(field);
  });
}

const matchers: { readonly [Mode in MetadataMatch]: (value: JsonValue) => (field: JsonValue) => boolean } = {
  exact: (value) => (field) => sameJson(field, value),
  contains: (value) => (field) => fieldText(field).toLowerCase().includes(fieldText(value).toLowerCase()),
  in: (value) => (field) =>
    Array.isArray(field) && field.some((member: JsonValue) => sameJson(member, value)),
  regex: (value) => {
    const pattern = searchPattern(fieldText(value), "i");
    return (field) => pattern.test(fieldText(field));
  },
};

function matcher(value: JsonValue | RegExp, mode: MetadataMatch): (field: JsonValue) => boolean {
  if (value instanceof RegExp) return (field) => fieldText(field).search(value) !== -1;
  if (!Object.hasOwn(matchers, mode)) {
    throw new KareninaError(
      "invalid_input",
      `Expected the mode exact, contains, in or regex, found "${mode}".`,
    );
  }
  return matchers[mode](value);
}

/** A caller's own pattern in JavaScript's dialect. Throws `invalid_input` when it cannot be read. */
export function searchPattern(pattern: string, flags: "" | "i"): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    throw new KareninaError("invalid_input", `Expected a regular expression: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
