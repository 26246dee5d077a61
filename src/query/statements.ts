import { constants } from "node:buffer";
import type { DuckDBConnection, DuckDBExtractedStatements, DuckDBResult } from "@duckdb/node-api";
import { allTables } from "../analysis/index.ts";
import { isJsonObject, type JsonValue, KareninaError, messageOf, parsePythonJson } from "../base/index.ts";
import { declaredColumns } from "./made-rows.ts";
import { loadDuckDb, openDatabase } from "./open-database.ts";

/** What Node says of a text that is longer than it can hold. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_STRING_TOO_LONG";

/** What DuckDB says of a user's statement, as an error of ours. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    if (isTooLong(error)) {
      const most = constants.MAX_STRING_LENGTH.toLocaleString("en-US");
      throw new KareninaError("invalid_input", `A text of the answer has more than ${most} characters.`, {
        hint: "Ask for a part of it, such as left(text, 1000).",
        cause: error,
      });
    }
    throw new KareninaError("invalid_input", messageOf(error), {
      hint: "`karenina query --tables` lists the tables and their columns.",
      cause: error,
    });
  }
}

/**
 * Has DuckDB read a statement beside empty tables with all their columns, which its messages can name, before anything is read
 * for it. Gives its parsed form, see `wantedColumns`.
 */
export async function checkStatement(statement: string): Promise<JsonValue> {
  await using database = await openDatabase();
  const { connection } = database;
  for (const table of allTables)
    await connection.run(`create table ${table.name} (${declaredColumns(table)})`);
  await database.lock();
  const parsed = await connection.runAndReadAll("select json_serialize_sql($1::varchar)", [statement]);
  const tree = parsePythonJson(String(parsed.getRowsJS()[0]?.[0]), "The statement");
  if (isJsonObject(tree) && Array.isArray(tree.statements) && tree.statements.length === 0)
    throw new KareninaError("invalid_input", "There is no SQL to run.");
  const extracted = await asked(() => connection.extractStatements(statement));
  // what follows may need what the first one makes
  if (extracted.count === 1) (await preparedStatement(extracted, 0)).destroySync();
  return tree;
}

/**
 * Refuses what is no single condition behind `where`. Taken by itself, with no bracket around it that it might close, it must end
 * a statement.
 */
export async function checkCondition(condition: string): Promise<void> {
  await using database = await openDatabase();
  const statement = `select 1 where ${condition}\n`;
  const { count } = await asked(() => database.connection.extractStatements(statement));
  if (count !== 1)
    throw new KareninaError("invalid_input", `Expected one condition, found ${count} statements.`);
}

/** Runs statements one after the other; gives the answer of the last one as it is read. */
export async function runStatements(connection: DuckDBConnection, statements: string): Promise<DuckDBResult> {
  const extracted = await asked(() => connection.extractStatements(statements));
  for (let at = 0; at < extracted.count - 1; at += 1) {
    const prepared = await preparedStatement(extracted, at);
    await asked(() => prepared.run());
  }
  const last = await preparedStatement(extracted, extracted.count - 1);
  return await asked(() => last.stream());
}

/** One of some statements, of a kind that stays within the database. */
async function preparedStatement(extracted: DuckDBExtractedStatements, at: number) {
  const { StatementType } = await loadDuckDb();
  const inside = new Set([
    StatementType.SELECT,
    StatementType.EXPLAIN,
    StatementType.CREATE,
    StatementType.INSERT,
    StatementType.UPDATE,
    StatementType.DELETE,
    StatementType.DROP,
    StatementType.ALTER,
  ]);
  const prepared = await asked(() => extracted.prepare(at));
  if (inside.has(prepared.statementType)) return prepared;
  const kind = StatementType[prepared.statementType];
  throw new KareninaError(
    "invalid_input",
    `A statement of the kind ${kind} cannot be run here: queries ask results, and nothing else.`,
    {
      hint: "With --output an answer is written to a file.",
    },
  );
}
