import type { JsonValue } from "../../base/index.ts";
import { loadPackage } from "../../base/index.ts";
import { checkSize } from "./limits.ts";
import type { JsonRow } from "./read-json-table.ts";

/**
 * The rows of Parquet files, by the optional package `@duckdb/node-api`.
 *
 * @throws KareninaError `missing_dependency`, or `invalid_input` for more rows than are read
 */
export async function readParquet(files: readonly string[], name: string): Promise<readonly JsonRow[]> {
  const { DuckDBInstance } = await loadPackage(
    "@duckdb/node-api",
    () => import("@duckdb/node-api"),
    "Parquet",
  );
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: "1GB",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  const connection = await instance.connect();
  try {
    const quoted = files.map((file) => `'${file.replaceAll("'", "''")}'`);
    const from = `read_parquet([${quoted.join(", ")}])`;
    const counted = await connection.runAndReadAll(`select count(*)::integer from ${from}`);
    checkSize(name, { rows: Number(counted.value(0, 0)) });
    const read = await connection.runAndReadAll(`select * from ${from}`);
    return read.getRowObjectsJson().map((value, index) => ({ row: index + 1, value: value as JsonValue })); // its JSON form
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
