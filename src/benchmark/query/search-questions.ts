import type { Question } from "../question/question.ts";
import { searchPattern } from "./filter-questions.ts";
import { fieldText, questionField } from "./question-field.ts";

/** How to search; see {@link searchQuestions}. */
export interface SearchOptions {
  /** With several queries: all must be found (default) or any. */
  readonly matchAll?: boolean;
  /** Dotted paths of the fields to search, joined by spaces. Default: the question. */
  readonly fields?: readonly string[];
  /** Default false. */
  readonly caseSensitive?: boolean;
  /** Queries are regular expressions in JavaScript's dialect. Default false. */
  readonly regex?: boolean;
}

/**
 * The questions in whose fields a query is found, in order. An empty query is found everywhere, an empty list of
 * queries nowhere. Throws `invalid_input` for an unknown field or a regular expression that cannot be read.
 */
export function searchQuestions(
  questions: readonly Question[],
  query: string | readonly string[],
  { matchAll = true, fields = ["question"], caseSensitive = false, regex = false }: SearchOptions = {},
): readonly Question[] {
  const tests = (typeof query === "string" ? [query] : query).map((text) =>
    finder(text, caseSensitive, regex),
  );
  if (tests.length === 0) return [];
  const readers = fields.map(questionField);
  return questions.filter((question) => {
    const text = readers.map((read) => fieldText(read(question))).join(" ");
    return matchAll ? tests.every((found) => found(text)) : tests.some((found) => found(text));
  });
}

function finder(query: string, caseSensitive: boolean, regex: boolean): (text: string) => boolean {
  if (regex) {
    const pattern = searchPattern(query, caseSensitive ? "" : "i");
    return (text) => pattern.test(text);
  }
  const fold = (text: string) => (caseSensitive ? text : text.toLowerCase());
  return (text) => fold(text).includes(fold(query));
}
