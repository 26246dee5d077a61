import type { BenchmarkContent } from "../benchmark-content.ts";
import { authorName } from "../query/filter-questions.ts";
import { traitLabels } from "./trait-labels.ts";

const header = [
  "Question ID",
  "Question",
  "Raw Answer",
  "Has Template",
  "Finished",
  "Author",
  "Created",
  "Modified",
  "Traits",
];

/**
 * One row per question as RFC 4180 CSV: CRLF line ends, quotes only where needed. Traits are the question's own, such
 * as `tone (llm); dose (dynamic llm)`.
 */
export function benchmarkCsv({ questions }: BenchmarkContent): string {
  const rows = questions.map((question) => [
    question.id,
    question.question,
    question.rawAnswer,
    yesNo(question.template !== undefined),
    yesNo(question.finished),
    authorName(question),
    question.dateCreated,
    question.dateModified,
    traitLabels(question).join("; "),
  ]);
  return [header, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function yesNo(value: boolean): string {
  return value ? "Yes" : "No";
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
