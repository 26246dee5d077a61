import type { Benchmark } from "../../benchmark/index.ts";
import type { TableQuestion } from "../columns/table-questions.ts";
import type { UpdatePlan } from "./plan-update.ts";

/** What of a plan is done beside adding and changing. */
export interface UpdateChoice {
  /** True: rows that are like a question change it. False: they are new questions, and the old ones stand in no row. Default false. */
  readonly takeNear?: boolean | undefined;
  /** Removes what stands in no row. Default false: it stays. */
  readonly remove?: boolean | undefined;
}

/** Adds the rows of a table as drafts: questions that are not finished, since nothing says yet how answers are checked. */
export function addDrafts(benchmark: Benchmark, rows: readonly TableQuestion[]): void {
  for (const { row: _, ...question } of rows) benchmark.addQuestion({ ...question, finished: false });
}

/** Brings a benchmark up to date with a table. */
export function applyUpdate(
  benchmark: Benchmark,
  { added, changed, near, missing }: UpdatePlan,
  { rows, takeNear = false, remove = false }: UpdateChoice & { readonly rows: readonly TableQuestion[] },
): void {
  const updates = takeNear ? [...changed, ...near] : changed;
  for (const { id, changes } of updates) benchmark.updateQuestion(id, changes);
  const gone = takeNear ? missing : [...missing, ...near.map(({ question }) => question)];
  if (remove) for (const { id } of gone) benchmark.removeQuestion(id);
  const nearRows = new Set(takeNear ? [] : near.map(({ row }) => row));
  const addedRows = new Set([...added.map(({ row }) => row), ...nearRows]);
  addDrafts(
    benchmark,
    rows.filter(({ row }) => addedRows.has(row)),
  );
}
