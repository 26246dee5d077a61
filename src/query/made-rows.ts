import type { ColumnType, ResultTable } from "../analysis/index.ts";
import type { JsonObject } from "../base/index.ts";
import type { Results, VerificationResult } from "../result/index.ts";
import type { Database } from "./open-database.ts";
import { sqlName } from "./sql/table-sql.ts";
import type { WantedColumns } from "./wanted-columns.ts";

const sqlTypes: { readonly [Type in ColumnType]: string } = {
  text: "VARCHAR",
  integer: "BIGINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
};

/** The columns of a table as SQL declares them, the run's name first. */
export const declaredColumns = ({ columns }: Pick<ResultTable, "columns">): string =>
  ["run VARCHAR", ...columns.map(({ name, type }) => `${sqlName(name)} ${sqlTypes[type]}`)].join(", ");

/** Where rows of a table stand that are made of whole results. */
export const madeTable = (name: string): string => `${name}_made`;

/** Makes that place, empty. */
export async function createMadeTable({ connection }: Database, table: ResultTable): Promise<void> {
  await connection.run(`create table ${madeTable(table.name)} (${declaredColumns(table)})`);
}

/** Rows that are handed over at once. */
const batchSize = 2000;

/** What is made of which results. */
interface MadeRows {
  readonly run: string;
  readonly results: Results;
  readonly tables: readonly ResultTable[];
  readonly wanted: WantedColumns;
}

/** Adds the rows of some results to some tables, with their wanted columns. */
export async function addMadeRows(
  database: Database,
  { run, results, tables, wanted }: MadeRows,
): Promise<void> {
  const writers = tables.map((table) => rowWriter(database, run, table, wanted.get(table.name) ?? new Set()));
  for await (const result of results)
    for (const writer of writers) if (writer.add([result])) await writer.flush();
  for (const writer of writers) await writer.flush();
}

function rowWriter({ connection }: Database, run: string, table: ResultTable, wanted: ReadonlySet<string>) {
  const keys = Object.keys(table.schema.shape);
  const chosen = table.columns.flatMap((column, at) =>
    wanted.has(column.name) ? [{ ...column, key: keys[at] ?? "" }] : [],
  );
  const shape = Object.fromEntries([
    ["run", "VARCHAR"],
    ...chosen.map(({ name, type }) => [name, sqlTypes[type]]),
  ]);
  const insert = `insert into ${madeTable(table.name)} by name
    select unnest(from_json($1::json, $2), recursive := true)`;
  let waiting: JsonObject[] = [];
  return {
    /** True when it is time to flush. */
    add(results: Iterable<VerificationResult>): boolean {
      for (const row of table.rows(results)) {
        const cells = chosen.map(({ name, key }) => {
          const cell = row[key] ?? null;
          return [name, typeof cell === "string" ? cell.toWellFormed() : cell] as const;
        });
        waiting.push(Object.fromEntries([["run", run], ...cells]));
      }
      return waiting.length >= batchSize;
    },
    async flush(): Promise<void> {
      if (waiting.length === 0) return;
      const rows = JSON.stringify(waiting);
      waiting = [];
      await connection.run(insert, [rows, JSON.stringify([shape])]);
    },
  };
}
