import { columnsOf, escapeCharacter, padToColumns } from "./columns.ts";
import { wrapText } from "./wrap-lines.ts";

type Align = "left" | "right";

/** A column of a table. */
export interface Column {
  /** Its name in one or two lines; `\n` parts them. */
  readonly title: string;
  readonly align: Align;
}

/** How wide a table may be. Where it is too wide, texts take several lines in their columns. */
export interface TableRoom {
  readonly width: number;
  /** A last column that would be narrower stands in lines of its own under its row. */
  readonly narrowestLast?: number;
  /** Columns of texts are not made narrower than this. Default: 16. */
  readonly narrowest?: number;
}

const gap = "  ";
const unlimited: TableRoom = { width: Number.POSITIVE_INFINITY };
const usualNarrowest = 16;
const ownLineIndent = "    ";

/** Rows under their titles, aligned by the columns that texts take on a terminal; cells may be coloured. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  room = unlimited,
): readonly string[] {
  const titles = columns.map(({ title }) => title.split("\n"));
  const height = Math.max(0, ...titles.map((lines) => lines.length));
  const header = Array.from({ length: height }, (_, line) =>
    titles.map((lines) => lines[line - (height - lines.length)] ?? ""),
  );
  return aligned([...header, ...rows], { aligns: columns.map(({ align }) => align), room });
}

/** Rows of cells in columns as wide as their widest cell, if there is room; without spaces at the end of lines. */
export function aligned(
  rows: readonly (readonly string[])[],
  { aligns = [], room = unlimited }: { readonly aligns?: readonly Align[]; readonly room?: TableRoom } = {},
): readonly string[] {
  const columns = columnsIn(rows, aligns);
  const widths = fittingWidths(columns, room);
  return rows.flatMap((row) => [
    ...rowLines(row.slice(0, widths.length), widths, aligns),
    ...row.slice(widths.length).flatMap((cell) => ownLines(cell, room)),
  ]);
}

/** Names and ids up to this length stay in one piece. */
const longestWord = 40;
const isColoured = (cell: string) => cell.includes(escapeCharacter);
const hasWords = (cell: string) => cell.includes(" ");

interface MeasuredColumn {
  readonly width: number;
  readonly canWrap: boolean;
}

function columnsIn(rows: readonly (readonly string[])[], aligns: readonly Align[]): MeasuredColumn[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: count }, (_, at) => {
    const cells = rows.map((row) => row[at] ?? "");
    const width = Math.max(0, ...cells.map(columnsOf));
    return {
      width,
      canWrap:
        aligns[at] !== "right" && !cells.some(isColoured) && (width > longestWord || cells.some(hasWords)),
    };
  });
}

/** The widths of as many columns as fit beside each other. */
function fittingWidths(columns: readonly MeasuredColumn[], room: TableRoom): readonly number[] {
  const { width: whole, narrowest = usualNarrowest, narrowestLast = narrowest } = room;
  for (let count = columns.length; count > 1; count -= 1) {
    const widths = sharedWidths(columns.slice(0, count), whole);
    const isWideEnough = (width: number, at: number) =>
      width >= Math.min(columns[at]?.width ?? 0, at === columns.length - 1 ? narrowestLast : narrowest);
    if (widths.every(isWideEnough)) return widths;
  }
  return columns.slice(0, 1).map(({ width }) => Math.min(width, whole));
}

/** Narrow columns keep their width; the others have the same share of what is left. */
function sharedWidths(columns: readonly MeasuredColumn[], whole: number): readonly number[] {
  const widths = columns.map(({ width }) => width);
  const byWidth = columns.flatMap(({ canWrap, width }, at) => (canWrap ? [{ at, width }] : []));
  const fixed = columns.reduce((sum, { canWrap, width }) => sum + (canWrap ? 0 : width), 0);
  let left = whole - fixed - gap.length * (columns.length - 1);
  for (const [done, { at, width }] of byWidth.toSorted((one, other) => one.width - other.width).entries()) {
    const share = Math.max(0, Math.floor(left / (byWidth.length - done)));
    widths[at] = Math.min(width, share);
    left -= widths[at];
  }
  return left < 0 ? widths.map(() => 0) : widths;
}

function rowLines(
  row: readonly string[],
  widths: readonly number[],
  aligns: readonly Align[],
): readonly string[] {
  const cells = row.map((cell, at) => {
    const width = widths[at] ?? 0;
    return columnsOf(cell) <= width ? [cell] : wrapText(cell, width);
  });
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, at) => padToColumns(lines[line] ?? "", widths[at] ?? 0, aligns[at]))
      .join(gap)
      .trimEnd(),
  );
}

function ownLines(cell: string, { width }: TableRoom): readonly string[] {
  if (cell === "") return [];
  const lines = isColoured(cell) ? [cell] : wrapText(cell, width - ownLineIndent.length);
  return lines.map((line) => ownLineIndent + line);
}
