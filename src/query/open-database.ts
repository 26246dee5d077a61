import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { loadPackage } from "../base/index.ts";
import { sqlText } from "./sql/table-sql.ts";

/** DuckDB in memory, with a folder of its own for what does not fit there. */
export interface Database extends AsyncDisposable {
  readonly connection: DuckDBConnection;
  /** Takes away what a statement of a user could reach the machine by; `files` stay within reach. */
  lock(files?: readonly string[]): Promise<void>;
}

/** Loads the optional package. Throws `missing_dependency` where it is not installed. */
export const loadDuckDb = () =>
  loadPackage("@duckdb/node-api", () => import("@duckdb/node-api"), "SQL and Parquet");

/** Most memory that a query takes before it uses the disk. */
const memoryLimit = "1GB";

/** Opens a database in memory that loads no extension from anywhere. */
export async function openDatabase(): Promise<Database> {
  const { DuckDBInstance } = await loadDuckDb();
  const folder = await mkdtemp(path.join(tmpdir(), "karenina-query-"));
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: memoryLimit,
    temp_directory: folder,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
    extension_directory: folder,
    secret_directory: folder,
  });
  const connection = await instance.connect();
  return {
    connection,
    async lock(files = []) {
      const allowed = files.map(sqlText).join(", ");
      await connection.run(`set allowed_paths = [${allowed}]`);
      await connection.run("set enable_external_access = false");
      await connection.run("set lock_configuration = true");
    },
    async [Symbol.asyncDispose]() {
      connection.closeSync();
      instance.closeSync();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
