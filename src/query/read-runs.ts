import { type ResultTable, resultTables, type WalkTable, walkTables } from "../analysis/index.ts";
import { isPackedFile, type Results, readResultLogHeader, readResultLogRows } from "../result/index.ts";
import { readingOf, rowsBySql } from "./log-columns.ts";
import { addMadeRows, createMadeTable, madeTable } from "./made-rows.ts";
import type { Database } from "./open-database.ts";
import type { QueryRun } from "./query-run.ts";
import { sqlName, sqlText } from "./sql/table-sql.ts";
import type { WantedColumns } from "./wanted-columns.ts";

/**
 * Makes the wanted columns of the wanted tables of some runs. Logs are read by column: what a statement does not need is
 * passed over, without its being parsed. Rows of older versions, those that DuckDB cannot read, exports, and tables without SQL of their own
 * are made of whole results.
 */
export async function readRuns(
  database: Database,
  runs: readonly QueryRun[],
  wanted: WantedColumns,
): Promise<void> {
  const tables = resultTables.filter(({ name }) => wanted.has(name));
  const bySql = tables.filter(({ name }) => rowsBySql(name, []) !== undefined);
  const made = tables.filter((table) => !bySql.includes(table));
  const ofWalks = walkTables.filter(({ name }) => wanted.has(name));
  for (const table of [...tables, ...ofWalks]) await createMadeTable(database, table);
  const sources: string[] = [];
  for (const run of runs) {
    const isRead = run.kind === "log" && bySql.length > 0;
    if (isRead) {
      const source = `read_${sources.length}`;
      sources.push(`select ${sqlText(run.name)} as run, r from ${source}`);
      const further = await readColumns(database, run, { source, wanted });
      await addMadeRows(database, { run: run.name, items: further, tables: bySql, wanted });
    }
    const rest = isRead ? made : tables;
    if (rest.length > 0)
      await addMadeRows(database, { run: run.name, items: run.read(), tables: rest, wanted });
    if (ofWalks.length > 0)
      await addMadeRows(database, { run: run.name, items: run.walks(), tables: ofWalks, wanted });
  }
  if (sources.length > 0)
    await database.connection.run(`create view results_read as ${sources.join(" union all ")}`);
  for (const table of [...tables, ...ofWalks])
    await createView(database, table, { columns: wanted.get(table.name) ?? [], isRead: sources.length > 0 });
}

async function createView(
  { connection }: Database,
  { name }: ResultTable | WalkTable,
  { columns, isRead }: { readonly columns: Iterable<string>; readonly isRead: boolean },
): Promise<void> {
  const names = ["run", ...columns].map(sqlName).join(", ");
  const made = `select ${names} from ${madeTable(name)}`;
  const read = isRead ? rowsBySql(name, columns) : undefined;
  await connection.run(`create view ${name} as ${read === undefined ? made : `${read} union all ${made}`}`);
}

/**
 * Fills a table with what is read of the last line of each task. Gives the results that have to be read whole, which may be all.
 */
async function readColumns(
  { connection }: Database,
  run: QueryRun,
  { source, wanted }: { readonly source: string; readonly wanted: WantedColumns },
): Promise<Results> {
  await readResultLogHeader(run.path);
  const { type, isOrdinary } = readingOf(wanted);
  const columns = `{task: 'VARCHAR', walk: 'VARCHAR', result: ${sqlText(type)}}`;
  const compression = (await isPackedFile(run.path)) ? "zstd" : "uncompressed";
  const read = `create table ${source} as select task, walk, r, coalesce(task is not null and ${isOrdinary}, false) as ordinary,
      task is null and walk is not null as is_walk
    from (select task, walk, result as r from read_ndjson(${sqlText(run.path)}, columns = ${columns}, compression = ${sqlText(compression)},
      ignore_errors = true))`;
  try {
    await connection.run(read);
  } catch {
    // such as a line longer than DuckDB reads
    await connection.run(`create or replace table ${source} as select null::${type} as r where false`);
    return run.read();
  }
  const odd = await connection.runAndReadAll(
    `select rowid from ${source} where not ordinary and not is_walk and rowid > 0`,
  );
  const oddRows = new Set(odd.getRowsJS().map(([row]) => Number(row)));
  // a turn that was repeated makes void the later turns of its walk from before it
  await connection.run(
    `delete from ${source} where rowid in (select row_number from (
       select rowid as row_number, turn, min(turn) over (
         partition by walk order by row_number rows between 1 following and unbounded following) as repeated
       from (select rowid, walk, try_cast(regexp_extract(task, '[0-9]+$') as bigint) as turn
         from ${source} where ordinary and starts_with(task, walk || '|'))) where repeated < turn)`,
  );
  const { readRows = (rows: ReadonlySet<number>) => readResultLogRows(run.path, rows) } = run;
  const further = oddRows.size === 0 ? [] : await Array.fromAsync(readRows(oddRows));
  const tasks = further.map(({ row, task }) => ({ row_number: row, task: task.toWellFormed() }));
  await connection.run(
    `create or replace temp table last_line as select max(row_number) as row_number from (
       select rowid as row_number, task from ${source} where ordinary
       union all select unnest(from_json($1::json, '[{"row_number": "BIGINT", "task": "VARCHAR"}]'), recursive := true)) group by task`,
    [JSON.stringify(tasks)],
  );
  await connection.run(
    `delete from ${source} where not ordinary or rowid not in (select row_number from last_line)`,
  );
  const last = await connection.runAndReadAll(
    `select row_number from last_line where row_number not in (select rowid from ${source})`,
  );
  const lastOdd = new Set(last.getRowsJS().map(([row]) => Number(row)));
  return further.flatMap(({ row, result }) => (lastOdd.has(row) ? (result ?? []) : []));
}
