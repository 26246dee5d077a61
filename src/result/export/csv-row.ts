import { type JsonValue, renderPythonJson } from "../../base/index.ts";

/** How texts that a spreadsheet would run as a formula are written: with an apostrophe in front, or as they are. */
export type Formulas = "neutralise" | "keep";

/** A row of CSV with its end: RFC 4180, CRLF. True is `True`, null an empty cell; lists and objects are JSON as Python writes it. */
export function csvRow(values: readonly (JsonValue | undefined)[], formulas: Formulas): string {
  return `${values.map((value) => quote(printable(renderCell(value, formulas)))).join(",")}\r\n`;
}

function renderCell(value: JsonValue | undefined, formulas: Formulas): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return formulas === "keep" ? value : neutralise(value);
  return renderPythonJson(value);
}

/** What commands a terminal that shows the file, and means nothing in a table; tabs and ends of lines stay. */
const printable = (cell: string): string => cell.replace(controls, "\ufffd");
const controls = /(?![\t\n\r])\p{Cc}/gu;

const startsFormula = /^[=+\-@\t\r＝＋－＠]/;
const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** True for a text that a spreadsheet would run. */
export const isFormula = (value: JsonValue | undefined): boolean =>
  typeof value === "string" && startsFormula.test(value) && !plainNumber.test(value);

const neutralise = (text: string): string => (isFormula(text) ? `'${text}` : text);

const needsQuotes = /[",\r\n]|^\s|\s$/;

const quote = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
