import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where SQLite and PostgreSQL have different words. */
interface Words {
  readonly bytes: "blob" | "bytea";
  readonly isPostgres: boolean;
}

/** Tells which of them a store has had; no store is without it. */
export const migrationTable = "karenina_migration";

/** How the tables came about, in order: what has been released is never changed, only added to. */
export function migrations(words: Words): Record<string, Migration> {
  return {
    "0001_runs": { up: (db: Kysely<unknown>) => runs(db, words) },
    "0002_replies": { up: replies },
    "0003_spending": { up: spending },
    "0004_paces": { up: paces },
  };
}

async function runs(db: Kysely<unknown>, { bytes, isPostgres }: Words): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("run")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text")
    .addColumn("benchmark", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("tasks", "integer", (column) => column.notNull())
    .addColumn("header", "text", (column) => column.notNull())
    .addColumn("definition", "text")
    .execute();
  await schema
    .createTable("run_file")
    .addColumn("run_id", "text", (column) => column.notNull().references("run.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("content", bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint("run_file_key", ["run_id", "name"])
    .execute();
  await schema
    .createTable("result")
    .addColumn("seq", isPostgres ? "bigserial" : "integer", (column) =>
      isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn("run_id", "text", (column) => column.notNull().references("run.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("walk", "text")
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("lacking", "integer", (column) => column.notNull())
    .addColumn("line", "text", (column) => column.notNull())
    .addUniqueConstraint("result_key", ["run_id", "kind", "key"])
    .execute();
  await schema.createIndex("result_order").on("result").columns(["run_id", "seq"]).execute();
  await schema
    .createTable("worker")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull().references("run.id").onDelete("cascade"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("concurrency", "integer", (column) => column.notNull())
    .addColumn("refusal", "text")
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("worker_key", ["id", "run_id"])
    .execute();
}

async function replies({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("reply")
    .addColumn("run_id", "text", (column) => column.notNull().references("run.id").onDelete("cascade"))
    .addColumn("unit", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("reply", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("reply_key", ["run_id", "unit", "key"])
    .execute();
}

async function spending({ schema }: Kysely<unknown>): Promise<void> {
  const amounts = ["cost_usd", "tokens", "calls"] as const;
  const type = (amount: string) => (amount === "cost_usd" ? "double precision" : "bigint");
  let table = schema
    .createTable("spending")
    .addColumn("run_id", "text", (column) => column.primaryKey().references("run.id").onDelete("cascade"))
    .addColumn("limit_seconds", "double precision")
    .addColumn("begun_at", "text", (column) => column.notNull())
    .addColumn("ended", "integer", (column) => column.notNull());
  for (const amount of amounts)
    table = table
      .addColumn(`limit_${amount}`, type(amount))
      .addColumn(amount, type(amount), (column) => column.notNull())
      .addColumn(`dearest_${amount}`, type(amount), (column) => column.notNull());
  await table.execute();
}

async function paces({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("pace")
    .addColumn("worker_id", "text", (column) => column.notNull())
    .addColumn("run_id", "text", (column) => column.notNull().references("run.id").onDelete("cascade"))
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("paused_until", "double precision", (column) => column.notNull())
    .addColumn("seen_at", "double precision", (column) => column.notNull())
    .addPrimaryKeyConstraint("pace_key", ["worker_id", "run_id", "key"])
    .execute();
}
