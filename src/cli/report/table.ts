import { columnsOf, padToColumns } from "./columns.ts";

/** A column of a table. */
export interface Column {
  /** Its name in one or two lines; `\n` parts them. */
  readonly title: string;
  readonly align: "left" | "right";
}

const gap = "  ";

/** Rows under their titles, aligned by the columns that texts take on a terminal; cells may be coloured. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const titles = columns.map(({ title }) => title.split("\n"));
  const height = Math.max(0, ...titles.map((lines) => lines.length));
  const header = Array.from({ length: height }, (_, line) =>
    titles.map((lines) => lines[line - (height - lines.length)] ?? ""),
  );
  return aligned(
    [...header, ...rows],
    columns.map(({ align }) => align),
  );
}

/** Rows of cells in columns as wide as their widest cell; without spaces at the end of lines. */
export function aligned(
  rows: readonly (readonly string[])[],
  aligns: readonly ("left" | "right")[] = [],
): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, columnsOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => padToColumns(cell, widths[at] ?? 0, aligns[at]))
      .join(gap)
      .trimEnd(),
  );
}
