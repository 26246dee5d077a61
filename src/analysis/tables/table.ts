import type * as z from "zod";
import { wireName } from "../../base/index.ts";
import type { ScenarioExecutionResult, VerificationResult } from "../../result/index.ts";
import { type ColumnType, columnType } from "./column.ts";

/** Makes the rows of a table, one at a time, from results or walks in memory, or from such that are read as they are asked for. */
export interface RowsOf<Row, Item = VerificationResult> {
  (items: Iterable<Item>): Generator<Row>;
  (items: AsyncIterable<Item>): AsyncGenerator<Row>;
  (items: Iterable<Item> | AsyncIterable<Item>): Generator<Row> | AsyncGenerator<Row>;
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

/** A row of any table. */
type AnyRow = { readonly [column: string]: Cell };

/** Results or walks as flat rows of one granularity. */
export interface Table<Of extends keyof TableItems, Row = AnyRow> {
  /** What the rows are made of. */
  readonly of: Of;
  /** As `karenina query` and files call it, such as `fields`. */
  readonly name: string;
  /** What a row stands for. */
  readonly about: string;
  /** The columns, in memory; each says by `description` what it holds. */
  readonly schema: z.ZodObject;
  /** The columns in files and SQL, in their order. */
  readonly columns: readonly TableColumn[];
  readonly rows: RowsOf<Row, TableItems[Of]>;
}

/** What rows are made of. */
interface TableItems {
  readonly results: VerificationResult;
  readonly walks: ScenarioExecutionResult;
}

/** Results as flat rows. */
export type ResultTable<Row = AnyRow> = Table<"results", Row>;
/** Walks through scenarios as flat rows. */
export type WalkTable<Row = AnyRow> = Table<"walks", Row>;

type ColumnShape = { readonly [column: string]: z.ZodType };

interface TableDefinition<Item, Shape extends ColumnShape> {
  readonly name: string;
  readonly about: string;
  readonly schema: z.ZodObject<Shape>;
  readonly rowsOf: (item: Item) => Iterable<z.infer<z.ZodObject<Shape>>>;
}

/** Describes a table whose rows of one result are known. */
export const defineTable = <Shape extends ColumnShape>(
  table: TableDefinition<VerificationResult, Shape>,
): ResultTable<z.infer<z.ZodObject<Shape>>> => ({ of: "results", ...described(table) });

/** Describes a table whose rows of one walk are known. */
export const defineWalkTable = <Shape extends ColumnShape>(
  table: TableDefinition<ScenarioExecutionResult, Shape>,
): WalkTable<z.infer<z.ZodObject<Shape>>> => ({ of: "walks", ...described(table) });

function described<Item, Shape extends ColumnShape>({ rowsOf, ...rest }: TableDefinition<Item, Shape>) {
  return {
    ...rest,
    columns: Object.entries(rest.schema.shape).map(([key, schema]) => ({
      name: wireName(key, schema),
      ...columnType(schema),
      about: schema.description ?? "",
    })),
    rows: rowsOver(rowsOf),
  };
}

function rowsOver<Item, Row>(rowsOf: (item: Item) => Iterable<Row>): RowsOf<Row, Item> {
  function* overList(items: Iterable<Item>): Generator<Row> {
    for (const item of items) yield* rowsOf(item);
  }
  async function* overStream(items: AsyncIterable<Item>): AsyncGenerator<Row> {
    for await (const item of items) yield* rowsOf(item);
  }
  // One function for both; which of them it gives follows from what it is given.
  return ((items: Iterable<Item> | AsyncIterable<Item>) =>
    Symbol.iterator in items ? overList(items) : overStream(items)) as RowsOf<Row, Item>;
}
