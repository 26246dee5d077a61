import type { SQLInputValue } from "node:sqlite";
import type { SqliteDatabase } from "kysely";

/** Node's own SQLite in the form that Kysely's dialect takes. */
export async function openSqlite(file: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { timeout: 10_000 });
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
