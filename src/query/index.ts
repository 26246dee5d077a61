export { exportTable, tableNamed } from "./export-table.ts";
export type { QueryRun } from "./query-run.ts";
export type { AnswerColumn, QueryAnswer, QueryOptions } from "./query-runs.ts";
export { queryRuns, queryToParquet, selectResults } from "./query-runs.ts";
export { type CsvForm, type RowsForm, renderRows } from "./render-rows.ts";
