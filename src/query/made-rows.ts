import type { Cell, ColumnType, ResultTable, WalkTable } from "../analysis/index.ts";
import type { JsonObject } from "../base/index.ts";
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
export async function createMadeTable(
  { connection }: Database,
  table: ResultTable | WalkTable,
): Promise<void> {
  await connection.run(`create table ${madeTable(table.name)} (${declaredColumns(table)})`);
}

/** Rows that are handed over at once. */
const batchSize = 2000;

/** A table whose rows are made of such items. */
type TableOver<Item> = Pick<ResultTable, "name" | "columns" | "schema"> & {
  readonly rows: (items: Iterable<Item>) => Iterable<{ readonly [column: string]: Cell }>;
};

/** What is made of which results or walks. */
interface MadeRows<Item> {
  readonly run: string;
  readonly items: Iterable<Item> | AsyncIterable<Item>;
  readonly tables: readonly TableOver<Item>[];
  readonly wanted: WantedColumns;
}

/** Adds the rows of some results or walks to some tables, with their wanted columns. */
export async function addMadeRows<Item>(
  database: Database,
  { run, items, tables, wanted }: MadeRows<Item>,
): Promise<void> {
  const writers = tables.map((table) => rowWriter(database, run, table, wanted.get(table.name) ?? new Set()));
  for await (const item of items) for (const writer of writers) if (writer.add([item])) await writer.flush();
  for (const writer of writers) await writer.flush();
}

function rowWriter<Item>(
  { connection }: Database,
  run: string,
  table: TableOver<Item>,
  wanted: ReadonlySet<string>,
) {
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
    add(items: Iterable<Item>): boolean {
      for (const row of table.rows(items)) {
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
