import type { PairComparison, WalkComparison } from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import { keywordRows, type SideRow, sideRows, walkRows } from "../../../report/index.ts";
import { type Column, tableLines } from "../table.ts";
import { roomOn, type Terminal } from "../terminal.ts";
import { wrapText } from "../wrap-lines.ts";

/** From this width on the names of sides have more room. */
const wideTerminal = 120;

/** What the columns of two sides are called. */
export interface SideNames {
  readonly a: string;
  readonly b: string;
}

/** Two sides, a column each: rates, outcomes, traits and what was spent, with differences, intervals and p values. */
export function sideTable(pair: PairComparison, names: SideNames, terminal: Terminal): readonly string[] {
  const { verdicts, classes, spent } = sideRows(pair, terminal);
  return table("", [...verdicts, ...classes, ...spent], { names, terminal });
}

/** The walks of two sides, likewise. */
export function walkTable(walks: WalkComparison, names: SideNames, terminal: Terminal): readonly string[] {
  const { verdicts, spent } = walkRows(walks, terminal);
  return table("", [...verdicts, ...spent], { names, terminal });
}

/** Pass rates of two sides by keyword; so many keywords at most. */
export function keywordTable(
  pair: PairComparison,
  names: SideNames,
  { terminal, limit }: { readonly terminal: Terminal; readonly limit: number },
): readonly string[] {
  const rows = keywordRows(pair, terminal);
  const more = rows.length - limit;
  return [
    ...table("keyword", rows.slice(0, limit), { names, terminal }),
    ...(more > 0 ? [`and ${pluralize(more, "more keyword")}`] : []),
  ];
}

function table(
  first: string,
  rows: readonly SideRow[],
  { names, terminal }: { readonly names: SideNames; readonly terminal: Terminal },
): readonly string[] {
  if (rows.length === 0) return [];
  const width = roomOn(terminal) >= wideTerminal ? 28 : 12;
  const title = (name: string) => wrapText(oneLine(name), width).join("\n");
  const columns: readonly (Column & { readonly cell: keyof SideRow })[] = [
    { title: first, align: "left", cell: "label" },
    { title: "n", align: "right", cell: "n" },
    { title: title(names.a), align: "right", cell: "a" },
    { title: title(names.b), align: "right", cell: "b" },
    { title: "difference", align: "right", cell: "difference" },
    { title: "interval", align: "left", cell: "interval" },
    { title: "p", align: "right", cell: "p" },
  ];
  const used = columns.filter(({ cell }, at) => at < 4 || rows.some((row) => row[cell] !== ""));
  return tableLines(
    used,
    rows.map((row) => used.map(({ cell }) => row[cell])),
    { width: roomOn(terminal), narrowest: 12, narrowestLast: 1 },
  );
}
