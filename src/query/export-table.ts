import path from "node:path";
import { type ResultTable, resultTables } from "../analysis/index.ts";
import { askNearest, KareninaError, writeFileAtomically } from "../base/index.ts";
import type { Results } from "../result/index.ts";
import type { QueryRun } from "./query-run.ts";
import { queryToParquet } from "./query-runs.ts";
import { type CsvForm, renderRows } from "./render-rows.ts";

/** The table of a name. Throws `invalid_input` that names the nearest one, or all. */
export function tableNamed(name: string): ResultTable {
  const table = resultTables.find((one) => one.name === name);
  if (table !== undefined) return table;
  const names = resultTables.map((one) => one.name);
  throw new KareninaError("invalid_input", `There is no table "${name}"${askNearest(name, names)}.`, {
    hint: `The tables are ${names.join(", ")}.`,
  });
}

/**
 * Writes a table of results to a file, which is either the old one or the whole new one: `.csv`, `.jsonl` or `.parquet`, as
 * its name ends. Memory does not grow with the number of results. Parquet needs the optional package `@duckdb/node-api`.
 *
 * @throws KareninaError `invalid_input` for another table or ending, `missing_dependency`, `file_unwritable`.
 * @example
 * await exportTable(readResultLog("run.jsonl"), "fields", "fields.csv");
 */
export async function exportTable(
  results: Results | QueryRun,
  name: string,
  file: string,
  options: CsvForm = {},
): Promise<void> {
  const table = tableNamed(name);
  const ending = path.extname(file).toLowerCase();
  const run: QueryRun =
    "read" in results ? results : { kind: "export", path: "", name: "", read: () => results };
  const names = table.columns.map((column) => column.name);
  if (ending === ".parquet")
    return queryToParquet(
      [run],
      `select ${names.map((column) => `"${column}"`).join(", ")} from ${name}`,
      file,
    );
  if (ending !== ".csv" && ending !== ".jsonl")
    throw new KareninaError("invalid_input", `${file} should end in .csv, .jsonl or .parquet.`);
  const rows = cellsOf(table, run.read());
  await writeFileAtomically(file, renderRows({ names, rows }, ending === ".csv" ? "csv" : "jsonl", options));
}

async function* cellsOf(table: ResultTable, results: Results) {
  const keys = Object.keys(table.schema.shape);
  for await (const row of table.rows(results)) yield keys.map((key) => row[key] ?? null);
}
