import { checkSize, mostCellCharacters } from "./limits.ts";
import {
  type Cell,
  columnLetters,
  problemsError,
  type RawTable,
  type Table,
  type TableNote,
  type TableRow,
} from "./table.ts";

/**
 * A table whose columns have the names of its first row that holds anything. Empty rows are left out and noted.
 *
 * @param hasHeader false: columns are called A, B, C
 * @throws KareninaError `invalid_input` with the rows of all that is not as a table is: names that stand twice or are missing, rows with other
 *   numbers of values, characters that no text has, cells beyond bounds
 */
export function namedTable(raw: RawTable, name: string, hasHeader = true): Table {
  const first = raw.rows.findIndex(isFilled);
  if (first === -1) throw problemsError(name, ["it holds no row with anything in it."]);
  const width = raw.rows.reduce((most, row) => Math.max(most, lastFilled(row) + 1), 0);
  checkSize(name, { columns: width, rows: raw.rows.length, cells: raw.rows.length * width });
  const header = raw.rows[first] ?? [];
  const isText = raw.source.delimiter !== undefined;
  const columns = hasHeader
    ? columnNames(header, { width, row: first + 1, name, rows: raw.rows, isText })
    : Array.from({ length: width }, (_, column) => columnLetters(column));
  const problems: string[] = [];
  const empty: number[] = [];
  const rows: TableRow[] = [];
  for (let at = hasHeader ? first + 1 : first; at < raw.rows.length; at += 1) {
    const cells = raw.rows[at] ?? [];
    const row = at + 1;
    if (!isFilled(cells)) {
      empty.push(row);
      continue;
    }
    if (isText && (lastFilled(cells) >= header.length || cells.length < header.length))
      problems.push(
        `row ${row} has ${cells.length} values, row ${first + 1} has ${header.length}; perhaps a separator stands in a value without quotation marks`,
      );
    for (const [column, cell] of cells.entries()) {
      const problem = cellProblem(cell);
      if (problem !== undefined) problems.push(`row ${row}, column ${named(columns, column)}: ${problem}`);
    }
    rows.push({ row, cells });
  }
  if (problems.length > 0) throw problemsError(name, problems);
  const last = rows.at(-1)?.row ?? 0;
  const within = empty.filter((row) => row < last);
  const { notes = [], cellProblems = [] } = raw;
  const table = {
    name,
    source: raw.source,
    columns,
    rows,
    notes: [...emptyNote(within), ...notes],
    cellProblems,
  };
  return columns.includes("") ? withoutEmptyColumns(table) : table;
}

/** A column without a name has no values either. */
function withoutEmptyColumns(table: Table): Table {
  const kept = [...table.columns.keys()].filter((column) => table.columns[column] !== "");
  return {
    ...table,
    columns: kept.map((column) => table.columns[column] ?? ""),
    rows: table.rows.map(({ row, cells }) => ({ row, cells: kept.map((column) => cells[column]) })),
    cellProblems: table.cellProblems.flatMap((problem) => {
      const column = kept.indexOf(problem.column);
      return column === -1 ? [] : [{ ...problem, column }];
    }),
  };
}

const emptyNote = (rows: readonly number[]): readonly TableNote[] =>
  rows.length === 0 ? [] : [{ rows, message: "nothing stands there" }];

/** What keeps a cell from being used. */
export function cellProblem(cell: Cell): string | undefined {
  if (typeof cell !== "string") return undefined;
  if (cell.includes("\0"))
    return "it holds a NUL character; the file is damaged, or in another encoding than it seems (--encoding)";
  if (cell.length <= mostCellCharacters) return undefined;
  const counted = (count: number) => count.toLocaleString("en");
  return `it has ${counted(cell.length)} characters, at most ${counted(mostCellCharacters)} are read; perhaps a quotation mark is never closed`;
}

interface HeaderPlace {
  /** Rows of text with more values than names are told as such. */
  readonly isText: boolean;
  readonly width: number;
  readonly row: number;
  readonly name: string;
  readonly rows: RawTable["rows"];
}

function columnNames(
  header: readonly Cell[],
  { width, row, name, rows, isText }: HeaderPlace,
): readonly string[] {
  const names = Array.from({ length: width }, (_, column) => String(header[column] ?? "").trim());
  const problems: string[] = [];
  const places = Map.groupBy(names.keys(), (column) => names[column] ?? "");
  for (const [title, columns] of places) {
    if (title !== "" && columns.length > 1)
      problems.push(
        `row ${row}: columns ${columns.map(columnLetters).join(" and ")} are both called ${JSON.stringify(title)}`,
      );
    if (title.includes("\0"))
      problems.push(`row ${row}: the name of a column holds a NUL character (--encoding)`);
  }
  for (const column of places.get("") ?? []) {
    const at = rows.findIndex((cells, place) => place !== row - 1 && isSaid(cells[column]));
    if (at !== -1 && (!isText || column < header.length))
      problems.push(`row ${row}: column ${columnLetters(column)} has no name, and a value in row ${at + 1}`);
  }
  if (problems.length > 0)
    throw problemsError(
      name,
      problems,
      "Give each column a name of its own; with --no-header the first row is a question, and columns are called A, B, C.",
    );
  return names;
}

const named = (columns: readonly string[], column: number): string =>
  JSON.stringify(columns[column] ?? columnLetters(column));

const isSaid = (cell: Cell): boolean =>
  cell !== undefined && cell !== null && (typeof cell !== "string" || cell.trim() !== "");

const isFilled = (cells: readonly Cell[]): boolean => cells.some(isSaid);

function lastFilled(cells: readonly Cell[]): number {
  return cells.findLastIndex(isSaid);
}
