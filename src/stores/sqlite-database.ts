import type { SQLInputValue } from "node:sqlite";
import type { SqliteDatabase } from "kysely";
import { KareninaError } from "../base/index.ts";
import { migrationTable } from "./migrations.ts";

/**
 * Node's own SQLite in the form that Kysely's dialect takes.
 *
 * @throws KareninaError `configuration` for a database that holds something else, which stays as it is.
 */
export async function openSqlite(file: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { timeout: 10_000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  if (tables.length > 0 && !tables.some(({ name }) => name === migrationTable)) {
    database.close();
    throw new KareninaError("configuration", `${file} is a database of something else, no store of runs.`, {
      hint: "Give the file that --store sqlite:FILE has made, or a new one.",
    });
  }
  database.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on");
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      // Kysely types values as unknown; what its queries hold is what SQLite takes
      const values = (given: readonly unknown[]) => given as readonly SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (given) => statement.all(...values(given)),
        run: (given) => statement.run(...values(given)),
        iterate: (given) => statement.iterate(...values(given)),
      };
    },
  };
}
