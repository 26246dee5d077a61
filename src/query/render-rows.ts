import type { JsonValue } from "../base/index.ts";
import { csvRow, type Formulas } from "../result/index.ts";

/** A form of rows as text. */
export type RowsForm = "csv" | "json" | "jsonl";

/** Rows under the names of their columns. */
export interface NamedRows {
  readonly names: readonly string[];
  readonly rows: AsyncIterable<readonly JsonValue[]> | Iterable<readonly JsonValue[]>;
}

/** How rows are written as CSV. */
export interface CsvForm {
  /** See `exportCsv`. Default `neutralise`. */
  readonly formulas?: Formulas | undefined;
  /** True: the file begins with a mark by which spreadsheets know UTF-8. Default false. */
  readonly bom?: boolean | undefined;
}

/** Rows as text in pieces: CSV (RFC 4180), a list of JSON objects, or an object on each line. */
export async function* renderRows(
  { names, rows }: NamedRows,
  form: RowsForm,
  { formulas = "neutralise", bom = false }: CsvForm = {},
): AsyncGenerator<string> {
  const object = (cells: readonly JsonValue[]) =>
    JSON.stringify(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null])));
  if (form === "csv") yield `${bom ? "\ufeff" : ""}${csvRow(names, formulas)}`;
  if (form === "json") yield "[";
  let separator = "\n";
  for await (const cells of rows) {
    if (form === "csv") yield csvRow(cells, formulas);
    else if (form === "jsonl") yield `${object(cells)}\n`;
    else yield separator + object(cells);
    separator = ",\n";
  }
  if (form === "json") yield "\n]\n";
}
