// Tables and suites of other systems as questions

export type { ColumnChoice, ColumnRequest, KeywordColumn } from "./columns/choose-columns.ts";
export { chooseColumns } from "./columns/choose-columns.ts";
export type { TableQuestion, TableQuestions } from "./columns/table-questions.ts";
export { tableQuestions } from "./columns/table-questions.ts";
// What stands twice
export type { ComparedQuestion, Duplicate } from "./duplicates/find-duplicates.ts";
export { findDuplicates } from "./duplicates/find-duplicates.ts";
// Suites of other systems
export { readSuite } from "./suites/read-suite.ts";
export type { LeftPart, Suite, SuiteAnswer, SuiteSystem } from "./suites/suite.ts";
export { suiteSystems } from "./suites/suite.ts";
// Tables
export type { Dataset, DatasetOptions } from "./table/open-dataset.ts";
export { openDataset } from "./table/open-dataset.ts";
export { readTable } from "./table/read-table.ts";
export type {
  Cell,
  CellProblem,
  Table,
  TableNote,
  TableOptions,
  TableRow,
  TableSource,
} from "./table/table.ts";
export { rowsText, someLines } from "./table/table.ts";
// Benchmarks that exist
export type { UpdateChoice } from "./update/apply-update.ts";
export { addDrafts, applyUpdate } from "./update/apply-update.ts";
export type { FieldChange, QuestionUpdate, UpdatePlan } from "./update/plan-update.ts";
export { planUpdate } from "./update/plan-update.ts";
