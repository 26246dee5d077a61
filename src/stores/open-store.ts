import path from "node:path";
import { Kysely, type Transaction } from "kysely";
import { KareninaError, loadPackage, makeFolders, maskAddress, maskGiven, messageOf } from "../base/index.ts";
import { migrations, migrationTable } from "./migrations.ts";
import type { StorePlace } from "./store-place.ts";
import type { Tables } from "./tables.ts";
import type { WorkQueue } from "./work-queue.ts";

/** A connection to a store, or a transaction on one. */
export type StoreDatabase = Kysely<Tables> | Transaction<Tables>;

/** Runs and their results in a database. */
export interface Store extends AsyncDisposable {
  /** How it may be shown: without password. */
  readonly name: string;
  readonly database: Kysely<Tables>;
  /** Undefined: work in it is not shared between machines. */
  readonly queue: WorkQueue | undefined;
  /** A message without what nobody may see. */
  masked(text: string): string;
}

/** Where the tables are in PostgreSQL. */
const schemaName = "karenina";

/** What an opened database is, beside its rows. */
interface OpenedDatabase extends AsyncDisposable {
  readonly database: Kysely<Tables>;
  readonly queue: WorkQueue | undefined;
}

/** How a store is opened. */
interface OpenStoreOptions {
  /** Most connections at a time. Default 4. */
  readonly connections?: number;
  /** Told what goes wrong with the database meanwhile, once until it is well again. */
  readonly notify?: (text: string) => void;
}

/**
 * Opens a store. A file of SQLite is made where there is none, its tables are always those of this version; of PostgreSQL they
 * must be there, see {@link migrateStore}.
 *
 * @throws KareninaError `missing_dependency` where `pg` or `pg-boss` is not installed, `configuration` for a database that
 * cannot be reached, or has no tables yet.
 */
export async function openStore(place: StorePlace, options: OpenStoreOptions = {}): Promise<Store> {
  const opened = await openDatabase(place, options);
  try {
    if (place.kind === "sqlite") await migrated(opened.database, place);
    else {
      await requireTables(opened.database, place);
      await opened.queue?.start();
    }
  } catch (error) {
    await closed(opened);
    throw unreachable(place, error);
  }
  return { ...opened, name: place.name, masked: (text) => maskedFor(place, text) };
}

/**
 * Makes the tables of a store, or brings them to this version; what is in them stays.
 *
 * @returns what was done, a name each; empty: nothing was to be done
 * @throws KareninaError as {@link openStore}, and `format_from_future` for a store of a newer version.
 */
export async function migrateStore(place: StorePlace): Promise<readonly string[]> {
  const opened = await openDatabase(place, {});
  try {
    const done = await migrated(opened.database, place);
    await opened.queue?.install();
    return done;
  } catch (error) {
    throw unreachable(place, error);
  } finally {
    await closed(opened);
  }
}

/** What went wrong before is what counts. */
async function closed(opened: OpenedDatabase): Promise<void> {
  try {
    await opened[Symbol.asyncDispose]();
  } catch {}
}

async function openDatabase(
  place: StorePlace,
  { connections = 4, notify = () => undefined }: OpenStoreOptions,
): Promise<OpenedDatabase> {
  if (place.kind === "sqlite") {
    const [{ SqliteDialect }, { openSqlite }] = await Promise.all([
      import("kysely"),
      import("./sqlite-database.ts"),
    ]);
    await makeFolders(path.dirname(place.file));
    const database = new Kysely<Tables>({
      dialect: new SqliteDialect({ database: () => openSqlite(place.file) }),
    });
    return { database, queue: undefined, [Symbol.asyncDispose]: () => database.destroy() };
  }
  const purpose = "a store in PostgreSQL";
  const [{ default: pg }, { PostgresDialect }, { openWorkQueue }] = await Promise.all([
    loadPackage("pg", () => import("pg"), purpose),
    import("kysely"),
    import("./work-queue.ts"),
  ]);
  // numbers of rows stay far below what a double holds
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: place.url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: "karenina",
    types,
  });
  // one that breaks between two statements of a transaction: its next statement says so
  pool.on("connect", (client) => client.on("error", () => undefined));
  // one that breaks while it is idle
  pool.on("error", (error) => notify(maskedFor(place, messageOf(error))));
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const queue = await openWorkQueue(pool, (text) => notify(maskedFor(place, text)));
  return {
    database: database.withSchema(schemaName),
    queue,
    async [Symbol.asyncDispose]() {
      await queue[Symbol.asyncDispose]();
      await database.destroy();
    },
  };
}

async function migratorOf(database: Kysely<Tables>, { kind }: StorePlace) {
  const { Migrator } = await import("kysely/migration");
  const isPostgres = kind === "postgres";
  const all = migrations({ bytes: isPostgres ? "bytea" : "blob", isPostgres });
  return new Migrator({
    db: database,
    provider: { getMigrations: async () => all },
    ...(isPostgres && { migrationTableSchema: schemaName }),
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  });
}

async function migrated(database: Kysely<Tables>, place: StorePlace): Promise<readonly string[]> {
  const migrator = await migratorOf(database, place);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    if (/previously executed migration/.test(messageOf(error)))
      throw new KareninaError("format_from_future", `The store ${place.name} was made by a newer karenina.`, {
        hint: "Use that version, or another store.",
      });
    throw error;
  }
  return results.flatMap(({ status, migrationName }) => (status === "Success" ? [migrationName] : []));
}

async function requireTables(database: Kysely<Tables>, place: StorePlace): Promise<void> {
  const migrator = await migratorOf(database, place);
  const known = await migrator.getMigrations();
  const missing = known.filter(({ executedAt }) => executedAt === undefined);
  if (missing.length === 0) return;
  throw new KareninaError(
    "configuration",
    missing.length === known.length
      ? `The database ${place.name} has no tables of karenina yet.`
      : `The tables of karenina in ${place.name} are those of an older version.`,
    { hint: `Make them, once: npx karenina store migrate --store "${place.name}"` },
  );
}

function unreachable(place: StorePlace, error: unknown): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  const why = maskedFor(place, messageOf(error)).replace(/\.$/, "");
  return new KareninaError("configuration", `The store ${place.name} cannot be used: ${why}.`, {
    hint:
      place.kind === "sqlite"
        ? "Check that the file is a store, and that you may write to its folder."
        : "Check the address, the password (PGPASSWORD) and that the server runs.",
    // the cause may hold the address
    ...(place.kind === "sqlite" && { cause: error }),
  });
}

/** A shorter one may be part of a word. */
const shortestSecret = 4;

function maskedFor(place: StorePlace, text: string): string {
  return place.kind === "sqlite"
    ? text
    : maskAddress(maskGiven(text, place.secrets, shortestSecret), place.url);
}
