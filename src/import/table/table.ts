import { type JsonValue, KareninaError } from "../../base/index.ts";

/** What a cell holds; undefined: nothing. Tables have texts, JSON any value. */
export type Cell = JsonValue | undefined;

/** A row below the header. */
export interface TableRow {
  /** As spreadsheets count, the first row of the file being 1; of JSON the entry, of JSONL the line. */
  readonly row: number;
  /** One for each column. */
  readonly cells: readonly Cell[];
}

/** How a file was read. */
export interface TableSource {
  readonly format: "CSV" | "TSV" | "XLSX" | "ODS" | "JSON" | "JSONL" | "Parquet";
  /** Of text: its encoding, and what says so. */
  readonly encoding?: { readonly name: string; readonly by: "given" | "mark" | "form" | "guess" };
  /** What separates values. */
  readonly delimiter?: string;
  /** Which sheet was read. */
  readonly sheet?: string;
  /** Of a folder: which split was read, and how many files it has. */
  readonly split?: string;
  readonly files?: number;
}

/** Something to know about a table that is no error. */
export interface TableNote {
  /** Empty where it is about the whole file. */
  readonly rows: readonly number[];
  readonly message: string;
}

/** A cell whose value is not known, such as a formula that was never calculated. It matters where its column is used. */
export interface CellProblem {
  readonly row: number;
  /** Place in `columns`. */
  readonly column: number;
  readonly message: string;
}

/** A table with named columns. */
export interface Table {
  /** The file, as messages call it. */
  readonly name: string;
  readonly source: TableSource;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  readonly notes: readonly TableNote[];
  readonly cellProblems: readonly CellProblem[];
}

/** How a table is to be read; what is absent is found out. */
export interface TableOptions {
  /** Name of an encoding, such as `windows-1252`. */
  readonly encoding?: string | undefined;
  /** One character. */
  readonly delimiter?: string | undefined;
  readonly sheet?: string | undefined;
  /** Asked for one of several sheets that hold something, where none is given; default: that is an error. */
  readonly chooseSheet?: ((sheets: readonly string[]) => Promise<string>) | undefined;
  /** False: the first row holds values, and columns are called A, B, C. Default true. */
  readonly header?: boolean | undefined;
}

/** The rows of a file before one of them is known to be the header. */
export interface RawTable {
  readonly source: TableSource;
  /** All rows of the file in their order, empty ones too. */
  readonly rows: readonly (readonly Cell[])[];
  readonly notes?: readonly TableNote[];
  readonly cellProblems?: readonly CellProblem[];
}

/** Problems are named up to this number. */
const mostNamed = 20;

/** The error for a file with one or many problems, of which the first are named. */
export function problemsError(name: string, problems: readonly string[], hint?: string): KareninaError {
  const [only] = problems;
  const text =
    problems.length === 1
      ? `${name}: ${only}`
      : [`${name}: ${problems.length} problems:`, ...someLines(problems)].join("\n");
  return new KareninaError("invalid_input", text, hint === undefined ? {} : { hint });
}

/** The first of many lines, indented, and how many more there are. */
export function someLines(lines: readonly string[], most = mostNamed): readonly string[] {
  const more = lines.length > most ? [`  … and ${lines.length - most} more`] : [];
  return [...lines.slice(0, most).map((line) => `  ${line}`), ...more];
}

/** The letters by which spreadsheets call a column: A, B, …, Z, AA. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** Rows in words, those that follow each other as one: `rows 3, 5-9 and 2 more`. */
export function rowsText(rows: readonly number[], most = 8): string {
  const spans: { from: number; to: number }[] = [];
  for (const row of rows) {
    const last = spans.at(-1);
    if (last !== undefined && last.to === row - 1) last.to = row;
    else spans.push({ from: row, to: row });
  }
  const shown = spans.slice(0, most).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`));
  const left = spans.slice(most).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const more = left === 0 ? "" : ` and ${left} more`;
  return `${rows.length === 1 ? "row" : "rows"} ${shown.join(", ")}${more}`;
}
