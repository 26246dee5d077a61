import path from "node:path";
import { allTables, type ResultTable, type WalkTable } from "../analysis/index.ts";
import { askNearest, KareninaError, writeFileAtomically } from "../base/index.ts";
import { type Results, VerificationResultSet, type Walks } from "../result/index.ts";
import type { QueryRun } from "./query-run.ts";
import { queryToParquet } from "./query-runs.ts";
import { type CsvForm, renderRows } from "./render-rows.ts";

/** The table of a name. Throws `invalid_input` that names the nearest one, or all. */
export function tableNamed(name: string): ResultTable | WalkTable {
  const table = allTables.find((one) => one.name === name);
  if (table !== undefined) return table;
  const names = allTables.map((one) => one.name);
  throw new KareninaError("invalid_input", `There is no table "${name}"${askNearest(name, names)}.`, {
    hint: `The tables are ${names.join(", ")}.`,
  });
}

/**
 * Writes a table of results to a file, which is either the old one or the whole new one: `.csv`, `.jsonl` or `.parquet`, as
 * its name ends. Memory does not grow with the number of results. Parquet needs the optional package `@duckdb/node-api`.
 *
 * @throws KareninaError `invalid_input` for another table or ending, and for a table of walks of what has none beside it, `missing_dependency`, `file_unwritable`.
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
    "read" in results
      ? results
      : { kind: "export", path: "", name: "", read: () => results, walks: () => walksBeside(results) };
  const names = table.columns.map((column) => column.name);
  if (ending === ".parquet")
    return queryToParquet(
      [run],
      `select ${names.map((column) => `"${column}"`).join(", ")} from ${name}`,
      file,
    );
  if (ending !== ".csv" && ending !== ".jsonl")
    throw new KareninaError("invalid_input", `${file} should end in .csv, .jsonl or .parquet.`);
  const rows = cellsOf(table, run);
  await writeFileAtomically(file, renderRows({ names, rows }, ending === ".csv" ? "csv" : "jsonl", options));
}

async function* cellsOf(table: ResultTable | WalkTable, run: QueryRun) {
  const keys = Object.keys(table.schema.shape);
  const rows = table.of === "walks" ? table.rows(run.walks()) : table.rows(run.read());
  for await (const row of rows) yield keys.map((key) => row[key] ?? null);
}

/** The walks of a set; a list of results, or a log that is read, has none beside it. */
function walksBeside(results: Results): Walks {
  if (results instanceof VerificationResultSet) return results.scenarioResults ?? [];
  throw new KareninaError(
    "invalid_input",
    "The table is made of walks, which lists of results do not hold.",
    {
      hint: "Give a `VerificationResultSet`, or a file that `openResultsFile` has opened.",
    },
  );
}
