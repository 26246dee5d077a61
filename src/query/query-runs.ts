import type { DuckDBConnection, DuckDBValueConverter, Json } from "@duckdb/node-api";
import { type JsonValue, KareninaError } from "../base/index.ts";
import { loadDuckDb, openDatabase } from "./open-database.ts";
import type { QueryRun } from "./query-run.ts";
import { readRuns } from "./read-runs.ts";
import { replaceFile } from "./replace-file.ts";
import { sqlText } from "./sql/table-sql.ts";
import { asked, checkCondition, checkStatement, runStatements } from "./statements.ts";
import { wantedColumns } from "./wanted-columns.ts";

/** A column of an answer. */
export interface AnswerColumn {
  /** Unlike all others: of several of one name the later ones get a number, `a`, `a_1`. */
  readonly name: string;
  /** As DuckDB calls it, such as `VARCHAR`, `BIGINT` or `DOUBLE`. */
  readonly type: string;
}

/** What a statement gave. */
export interface QueryAnswer extends AsyncDisposable {
  readonly columns: readonly AnswerColumn[];
  /** The rows in their order, as they are asked for; cells stand in the order of the columns. */
  rows(): AsyncGenerator<readonly JsonValue[]>;
}

/** How a statement is run. */
export interface QueryOptions {
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs SQL over the results of some runs: the tables of `resultTables`, each with a column `run` in front. The statement
 * reaches nothing else: no file, no network, no extension. Needs the optional package `@duckdb/node-api`.
 *
 * @throws KareninaError `missing_dependency`, `invalid_input` for a statement that DuckDB refuses, `cancelled` where the signal
 * ended it, and what reading the runs throws.
 * @example
 * await using answer = await queryRuns([run], "select outcome, count(*) from results group by all");
 * for await (const [outcome, count] of answer.rows()) console.log(outcome, count);
 */
export async function queryRuns(
  runs: readonly QueryRun[],
  statement: string,
  options: QueryOptions = {},
): Promise<QueryAnswer> {
  const tree = await checkStatement(statement);
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await openDatabase());
  await readRuns(database, runs, wantedColumns(statement, tree));
  await database.lock();
  const { connection } = database;
  opened.use(interrupting(connection, options.signal));
  const result = await cancellable(options.signal, () => runStatements(connection, statement));
  const convert = await cellConverter();
  const columns = unlikeNames(result.columnNames()).map((name, at) => ({
    name,
    type: String(result.columnType(at)),
  }));
  const close = opened.move();
  return {
    columns,
    async *rows() {
      const chunks = result.yieldConvertedRows<Json>(convert);
      for (;;) {
        const next = await cancellable(options.signal, () => asked(() => chunks.next()));
        if (next.done === true) return;
        yield* next.value;
      }
    },
    [Symbol.asyncDispose]: () => close.disposeAsync(),
  };
}

/**
 * The same into a Parquet file, which is either the old one or the whole new one.
 *
 * @throws KareninaError as {@link queryRuns}.
 */
export async function queryToParquet(
  runs: readonly QueryRun[],
  statement: string,
  file: string,
  options: QueryOptions = {},
): Promise<void> {
  const tree = await checkStatement(statement);
  await using database = await openDatabase();
  await readRuns(database, runs, wantedColumns(statement, tree));
  await replaceFile(file, async (temporary) => {
    await database.lock([temporary]);
    const select = statement.trim().replace(/;$/, "");
    const copy = `copy (${select}\n) to ${sqlText(temporary)} (format parquet, compression zstd)`;
    using _ = interrupting(database.connection, options.signal);
    await cancellable(options.signal, () => asked(() => database.connection.run(copy)));
  });
}

/** The ids of the results of a run that a condition over the columns of the table `results` holds for. */
export async function selectResults(run: QueryRun, condition: string): Promise<ReadonlySet<string>> {
  await checkCondition(condition);
  await using answer = await queryRuns([run], `select result_id from results where (${condition}\n)`);
  const ids = new Set<string>();
  for await (const [id] of answer.rows()) ids.add(String(id));
  return ids;
}

/** `a`, `a` and `b` as `a`, `a_1` and `b`, as DuckDB names the columns of a table; names that are there already are not taken. */
function unlikeNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let unlike = name;
    for (let count = 1; seen.has(name) && taken.has(unlike); count += 1) unlike = `${name}_${count}`;
    seen.add(name);
    taken.add(unlike);
    return unlike;
  });
}

/** Interrupts what a connection does when the signal is aborted, until disposed. */
function interrupting(connection: DuckDBConnection, signal: AbortSignal | undefined): Disposable {
  const stop = () => connection.interrupt();
  signal?.addEventListener("abort", stop, { once: true });
  return { [Symbol.dispose]: () => signal?.removeEventListener("abort", stop) };
}

/** What DuckDB throws when the signal has interrupted it, as `cancelled`. */
async function cancellable<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const isAborted = () => signal?.aborted === true;
  const cancelled = (cause?: unknown) =>
    new KareninaError("cancelled", "The query was interrupted.", { cause });
  if (isAborted()) throw cancelled();
  try {
    return await work();
  } catch (error) {
    throw isAborted() ? cancelled(error) : error;
  }
}

/** Numbers as numbers where they can be; all else as JSON has it. */
async function cellConverter(): Promise<DuckDBValueConverter<Json>> {
  const { DuckDBDecimalValue, JsonDuckDBValueConverter } = await loadDuckDb();
  return (value, type, converter) => {
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value instanceof DuckDBDecimalValue) return value.toDouble();
    return JsonDuckDBValueConverter(value, type, converter);
  };
}
