import type { ReportIndex } from "../../src/report/index.ts";

/** A question with the places of its results, by subject. */
export interface GridRow {
  /** Place of the question. */
  readonly question: number;
  readonly cells: readonly (readonly number[])[];
  /** Of its results: how many passed, and how many are no pass. */
  readonly passed: number;
  readonly failed: number;
}

/** How questions may be ordered. */
export const orders = [
  { name: "benchmark", words: "as in the run" },
  { name: "hardest", words: "fewest passes first" },
  { name: "divided", words: "where models differ first" },
] as const;
export type Order = (typeof orders)[number]["name"];

/** A row for each question, in order of first appearance; what turns of walks asked is none. */
export function gridRows(
  { questions, outcomes, results }: ReportIndex,
  subjects: number,
): readonly GridRow[] {
  const pass = outcomes.indexOf("pass");
  const rows = questions.map(() => ({
    cells: Array.from({ length: subjects }, (): number[] => []),
    passed: 0,
    failed: 0,
  }));
  for (const [place, question] of results.question.entries()) {
    const row = rows[question];
    if (row === undefined) continue;
    row.cells[results.subject[place] ?? -1]?.push(place);
    if (results.outcome[place] === pass) row.passed++;
    else row.failed++;
  }
  return rows.flatMap((row, question) => (questions[question]?.isTurn ? [] : [{ question, ...row }]));
}

/** Rows in another order; equal ones stay as they stand. */
export function sortRows(rows: readonly GridRow[], order: Order): readonly GridRow[] {
  if (order === "benchmark") return rows;
  const share = ({ passed, failed }: GridRow) => passed / (passed + failed);
  if (order === "hardest") return rows.toSorted((left, right) => share(left) - share(right));
  return rows.toSorted((left, right) => Math.abs(share(left) - 0.5) - Math.abs(share(right) - 0.5));
}
