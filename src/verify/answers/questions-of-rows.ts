import type { Benchmark, QuestionInput } from "../../benchmark/index.ts";
import { plain } from "./match-answers.ts";
import { isStoredAnswer, type StoredAnswer, type UnusedRow } from "./stored-answer.ts";

/** What a judge of traits reads where nobody knows what was asked. */
const unknownQuestion = "The question is not known.";

/** Nothing is compared with it where traits alone are judged. */
const noReference = "(no reference answer)";

/** A question that is known only by its answers. */
export const questionOfRow = (question: string | undefined, id?: string): QuestionInput => ({
  question: question?.trim() ? question : unknownQuestion,
  rawAnswer: noReference,
  ...(id !== undefined && { id }),
});

/**
 * Adds the questions that rows name to a benchmark that has none: one for each id, else for each text, else for each row.
 *
 * @param unit what places count, for the ids of rows that name no question
 * @returns the rows, each with the id of its question
 */
export function withQuestionsOf(
  rows: readonly (StoredAnswer | UnusedRow)[],
  benchmark: Benchmark,
  unit: "line" | "entry",
): readonly (StoredAnswer | UnusedRow)[] {
  const ids = new Set<string>();
  const byText = new Map<string, string>();
  for (const row of rows)
    if (isStoredAnswer(row) && row.questionId !== undefined && !ids.has(row.questionId)) {
      ids.add(row.questionId);
      benchmark.addQuestion(questionOfRow(row.question, row.questionId));
    }
  return rows.map((row) => {
    if (!isStoredAnswer(row) || row.questionId !== undefined) return row;
    const text = row.question?.trim() ? plain(row.question) : undefined;
    const known = text === undefined ? undefined : byText.get(text);
    const id = text === undefined ? freeId(row.questionKey ?? `${unit}-${row.place}`, ids) : undefined;
    const questionId = known ?? benchmark.addQuestion(questionOfRow(row.question, id));
    if (text !== undefined) byText.set(text, questionId);
    return { ...row, questionId };
  });
}

const freeId = (id: string, taken: ReadonlySet<string>): string =>
  taken.has(id) ? freeId(`${id}_`, taken) : id;
