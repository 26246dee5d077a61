import { type JsonValue, renderPythonJson } from "../../base/index.ts";
import { resultToJson } from "../result-json.ts";
import { csvColumns } from "./csv-columns.ts";
import type { CsvInfo } from "./csv-info.ts";
import type { Results } from "./json-export.ts";

/**
 * The CSV export in pieces, one row per result: RFC 4180, UTF-8, CRLF. True is `True`, false `False`, null an empty
 * cell; lists and objects are JSON as Python writes it.
 *
 * @example
 * await writeFileAtomically("results.csv", exportCsv(results, { exportTimestamp, kareninaVersion }));
 */
export async function* exportCsv(results: Results, info: CsvInfo): AsyncGenerator<string> {
  const columns = csvColumns(info.globalTraitNames ?? []);
  const renderRow = (values: readonly (JsonValue | undefined)[]) =>
    `${values.map((value) => quote(renderCell(value, info.formulas ?? "neutralise"))).join(",")}\r\n`;
  yield renderRow(columns.map(({ name }) => name));
  for await (const result of results) {
    const row = { result, json: resultToJson(result) };
    yield renderRow(columns.map(({ value }) => value(row, info)));
  }
}

function renderCell(value: JsonValue | undefined, formulas: "neutralise" | "keep"): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return formulas === "keep" ? value : neutralise(value);
  return renderPythonJson(value);
}

const startsFormula = /^[=+\-@\t\r]/;
const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const neutralise = (text: string): string =>
  startsFormula.test(text) && !plainNumber.test(text) ? `'${text}` : text;

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quote = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
