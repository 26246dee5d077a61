import type * as z from "zod";
import { wireName } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { type ColumnType, columnType } from "./column.ts";

/** Makes the rows of a table, one at a time, from results in memory or from results that are read as they are asked for. */
export interface RowsOf<Row> {
  (results: Iterable<VerificationResult>): Generator<Row>;
  (results: AsyncIterable<VerificationResult>): AsyncGenerator<Row>;
  (
    results: Iterable<VerificationResult> | AsyncIterable<VerificationResult>,
  ): Generator<Row> | AsyncGenerator<Row>;
}

/** A value of a row. */
export type Cell = string | number | boolean | null;

/** A column as files and SQL have it. */
export interface TableColumn {
  /** In snake_case. */
  readonly name: string;
  readonly type: ColumnType;
  /** True: rows may have null, which says that nothing is known. */
  readonly nullable: boolean;
  readonly about: string;
}

/** Results as flat rows of one granularity. */
export interface ResultTable<Row = { readonly [column: string]: Cell }> {
  /** As `karenina query` and files call it, such as `fields`. */
  readonly name: string;
  /** What a row stands for. */
  readonly about: string;
  /** The columns, in memory; each says by `description` what it holds. */
  readonly schema: z.ZodObject;
  /** The columns in files and SQL, in their order. */
  readonly columns: readonly TableColumn[];
  readonly rows: RowsOf<Row>;
}

/** Describes a table whose rows of one result are known. */
export function defineTable<Shape extends { readonly [column: string]: z.ZodType }>(table: {
  readonly name: string;
  readonly about: string;
  readonly schema: z.ZodObject<Shape>;
  readonly rowsOf: (result: VerificationResult) => Iterable<z.infer<z.ZodObject<Shape>>>;
}): ResultTable<z.infer<z.ZodObject<Shape>>> {
  const { rowsOf, ...rest } = table;
  return {
    ...rest,
    columns: Object.entries(table.schema.shape).map(([key, schema]) => ({
      name: wireName(key, schema),
      ...columnType(schema),
      about: schema.description ?? "",
    })),
    rows: rowsOver(rowsOf),
  };
}

function rowsOver<Row>(rowsOf: (result: VerificationResult) => Iterable<Row>): RowsOf<Row> {
  function* overList(results: Iterable<VerificationResult>): Generator<Row> {
    for (const result of results) yield* rowsOf(result);
  }
  async function* overStream(results: AsyncIterable<VerificationResult>): AsyncGenerator<Row> {
    for await (const result of results) yield* rowsOf(result);
  }
  // One function for both; which of them it gives follows from what it is given.
  return ((results: Iterable<VerificationResult> | AsyncIterable<VerificationResult>) =>
    Symbol.iterator in results ? overList(results) : overStream(results)) as RowsOf<Row>;
}
