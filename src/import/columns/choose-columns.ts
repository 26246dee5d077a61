import { askNearest, KareninaError } from "../../base/index.ts";
import type { Table } from "../table/table.ts";
import { type ColumnRole, columnRoles, rolesByName } from "./column-roles.ts";

/** A column of keywords, and what separates them in a cell. */
export interface KeywordColumn {
  readonly column: string;
  readonly separator: string;
}

/** Columns by name, as a caller gives them; what is absent is found by name. */
export interface ColumnRequest extends Partial<Record<Exclude<ColumnRole, "keywords">, string | undefined>> {
  /** Each with what separates its keywords; without, a semicolon, comma or line where the column has one. */
  readonly keywords?:
    | readonly { readonly column: string; readonly separator?: string | undefined }[]
    | undefined;
  /** The only columns that become properties; default: all that are nothing else. */
  readonly properties?: readonly string[] | undefined;
  /** Columns that are left out. */
  readonly ignore?: readonly string[] | undefined;
}

/** What each column of a table is. */
export interface ColumnChoice extends Partial<Record<Exclude<ColumnRole, "keywords">, string | undefined>> {
  readonly question: string;
  readonly answer: string;
  readonly keywords: readonly KeywordColumn[];
  /** The questions' own properties, under the names of the columns. */
  readonly properties: readonly string[];
  readonly ignored: readonly string[];
}

/**
 * Decides what each column is: as it is asked for, else by its name.
 *
 * @throws KareninaError `configuration` for a column that is not there or has two roles, `invalid_input` where question or answer are not found
 */
export function chooseColumns(
  { name, columns, rows }: Pick<Table, "name" | "columns" | "rows">,
  request: ColumnRequest = {},
): ColumnChoice {
  const { keywords, properties, ignore = [] } = request;
  const single = columnRoles.filter((role) => role !== "keywords");
  const asked = single.flatMap((role) => {
    const column = request[role];
    return column === undefined ? [] : [[role, column] as const];
  });
  const named = [...asked.map(([, column]) => column), ...(keywords ?? []).map(({ column }) => column)];
  for (const column of [...named, ...(properties ?? []), ...ignore]) requireColumn(name, columns, column);
  const twice = named.find((column, at) => named.indexOf(column) !== at || ignore.includes(column));
  if (twice !== undefined)
    throw new KareninaError(
      "configuration",
      `The column ${JSON.stringify(twice)} is asked for as two things.`,
    );
  const taken = new Set([...named, ...ignore, ...(properties ?? [])]);
  const found = new Map<ColumnRole, string>(asked);
  for (const [role, place] of rolesByName(columns)) {
    const column = columns[place];
    if (column === undefined || taken.has(column) || found.has(role)) continue;
    if (role === "keywords" && keywords !== undefined) continue;
    found.set(role, column);
    taken.add(column);
  }
  const byName = found.get("keywords");
  const keywordColumns = (keywords ?? (byName === undefined ? [] : [{ column: byName }])).map((one) => ({
    column: one.column,
    separator:
      ("separator" in one ? one.separator : undefined) ?? separatorOf(rows, columns.indexOf(one.column)),
  }));
  const { question, answer, ...others } = Object.fromEntries(
    [...found].filter(([role]) => role !== "keywords"),
  );
  if (question === undefined || answer === undefined) throw noColumn(name, columns, { question, answer });
  const rest = columns.filter((column) => !taken.has(column));
  return {
    ...{ question, answer, ...others, keywords: keywordColumns },
    properties: properties ?? rest,
    ignored: [...ignore, ...(properties === undefined ? [] : rest)],
  };
}

function requireColumn(name: string, columns: readonly string[], column: string): void {
  if (columns.includes(column)) return;
  throw new KareninaError(
    "configuration",
    `${name} has no column ${JSON.stringify(column)}${askNearest(column, columns) || "."}`,
    { hint: `It has: ${listed(columns)}.` },
  );
}

/** Columns are named up to this number. */
const mostNamed = 30;

function listed(columns: readonly string[]): string {
  const more = columns.length > mostNamed ? ` and ${columns.length - mostNamed} more` : "";
  return `${columns
    .slice(0, mostNamed)
    .map((column) => JSON.stringify(column))
    .join(", ")}${more}`;
}

function noColumn(
  name: string,
  columns: readonly string[],
  { question, answer }: { readonly question: string | undefined; readonly answer: string | undefined },
): KareninaError {
  const lacking = [
    ...(question === undefined ? ["question"] : []),
    ...(answer === undefined ? ["answer"] : []),
  ];
  return new KareninaError(
    "invalid_input",
    `${name}: no column has a name that says it holds the ${lacking.join(" or the ")}. Its columns are ${listed(columns)}.`,
    {
      hint: `Name it: ${lacking.map((role) => `--${role} COLUMN`).join(" ")}. If the first row is a question, add --no-header; if that is one column, --delimiter.`,
    },
  );
}

const separators = [";", "|", "\n", ","];

/** The first separator that any cell of a column has. */
function separatorOf(rows: Table["rows"], column: number): string {
  const has = (separator: string) =>
    rows.some(({ cells }) => {
      const cell = cells[column];
      return typeof cell === "string" && cell.includes(separator);
    });
  return separators.find(has) ?? ",";
}
