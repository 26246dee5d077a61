import type { JsonValue } from "../../../base/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import type { QueryAnswer } from "../../../query/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { columnsOf, cutToColumns, padToColumns } from "../../report/columns.ts";

/** Rows that are printed; more of them nobody reads on a terminal. */
const mostRows = 200;
const defaultWidth = 80;
const gap = "  ";
/** No column is made narrower; where that is too wide, each row is printed under the last one. */
const narrowest = 8;

/** Prints an answer as a table as wide as the terminal. Cells that are too wide are cut. */
export async function printAnswer(answer: QueryAnswer, io: Pick<CommandIo, "stdout">): Promise<ExitCode> {
  const rows: (readonly string[])[] = [];
  let isNumber = answer.columns.map(() => true);
  let more = 0;
  for await (const cells of answer.rows()) {
    if (rows.length === mostRows) {
      more += 1;
      continue;
    }
    isNumber = isNumber.map((known, at) => known && (cells[at] === null || typeof cells[at] === "number"));
    rows.push(cells.map(cellText));
  }
  const width = io.stdout.columns || defaultWidth;
  const titles = answer.columns.map(({ name }) => oneLine(name));
  for (const line of tableOf(titles, rows, { isNumber, width }) ?? recordsOf(titles, rows, width))
    print(io, line);
  if (rows.length === 0) print(io, "No rows.");
  if (more > 0)
    print(io, `… and ${pluralize(more, "more row")}: --format or --output give all of them, whole.`);
  return 0;
}

function cellText(value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "number" && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return oneLine(typeof value === "string" ? value : JSON.stringify(value));
}

function tableOf(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  { isNumber, width }: { readonly isNumber: readonly boolean[]; readonly width: number },
): readonly string[] | undefined {
  const natural = titles.map((title, at) =>
    Math.max(columnsOf(title), ...rows.map((row) => columnsOf(row[at] ?? ""))),
  );
  const widths = sharedWidths(natural, width - gap.length * (titles.length - 1));
  if (widths === undefined) return undefined;
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const room = widths[at] ?? 0;
        return padToColumns(cutToColumns(cell, room, "…"), room, isNumber[at] ? "right" : "left");
      })
      .join(gap)
      .trimEnd();
  return [line(titles), line(widths.map((room) => "-".repeat(room))), ...rows.map(line)];
}

/** Widths that fit: the widest columns give way first. Undefined where even narrow columns are too many. */
function sharedWidths(natural: readonly number[], room: number): readonly number[] | undefined {
  const widest = Math.max(0, ...natural);
  for (let limit = widest; limit >= Math.min(widest, narrowest); limit -= 1) {
    const widths = natural.map((width) => Math.min(width, limit));
    if (widths.reduce((sum, one) => sum + one, 0) <= room) return widths;
  }
  return undefined;
}

function recordsOf(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const room = Math.max(...titles.map(columnsOf));
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [""]),
    ...titles.map((title, at) =>
      cutToColumns(`${padToColumns(title, room)}${gap}${row[at] ?? ""}`, width, "…").trimEnd(),
    ),
  ]);
}
