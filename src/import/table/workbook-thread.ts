// Reads a workbook in a thread of its own, whose memory is bounded: what a file of a few bytes says may have no end.
import { parentPort } from "node:worker_threads";
import { CFB, read, utils, type WorkSheet } from "@e965/xlsx";
import { mostRows } from "./limits.ts";
import { sheetCell } from "./sheet-cells.ts";
import { columnLetters } from "./table.ts";
import type { WorkbookReply, WorkbookRequest } from "./workbook-protocol.ts";

parentPort?.on("message", (request: WorkbookRequest) => parentPort?.postMessage(replyTo(request)));
parentPort?.postMessage("ready");

function replyTo({ parts, sheet }: WorkbookRequest): WorkbookReply {
  try {
    return readWorkbook(parts, sheet);
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

const how = {
  dense: true,
  cellDates: true,
  UTC: true,
  cellHTML: false,
  cellNF: true,
  sheetStubs: true,
  cellStyles: true, // without it nothing says which rows are hidden
} as const;

function readWorkbook(parts: WorkbookRequest["parts"], asked: string | undefined): WorkbookReply {
  const box = CFB.utils.cfb_new({ root: "R" });
  for (const { name, bytes } of parts) CFB.utils.cfb_add(box, `/${name}`, Buffer.from(bytes));
  const file: Buffer = CFB.write(box, { fileType: "zip", type: "buffer", compression: false });
  const names = read(file, { bookSheets: true }).SheetNames;
  if (asked !== undefined && !names.includes(asked)) return { kind: "sheets", sheets: names };
  const glance = names.length > 1 ? read(file, { ...how, sheetRows: 50 }) : undefined;
  const held = glance === undefined ? names : names.filter((name) => hasCells(glance.Sheets[name]));
  const hiddenSheets = held.filter((name) => isHidden(name) && name !== asked);
  const filled = held.filter((name) => !isHidden(name));
  const [chosen = names[0], another] = filled;
  if (asked === undefined && another !== undefined) return { kind: "sheets", sheets: filled };
  const name = asked ?? chosen;
  if (name === undefined) return { kind: "sheets", sheets: [] };
  const sheet = read(file, { ...how, sheets: name }).Sheets[name];
  const rows = sheet?.["!data"]?.length ?? 0;
  if (rows > mostRows) return { kind: "large", rows };
  const cells = cellsOf(sheet);
  const isFilled = (row: number) => cells.rows[row - 1]?.some((cell) => cell !== undefined) === true;
  const hidden = hiddenRows(sheet, name, parts).filter(isFilled);
  return { kind: "read", sheet: name, ...cells, hiddenRows: hidden, hiddenSheets };

  function isHidden(name: string): boolean {
    return (glance?.Workbook?.Sheets?.[names.indexOf(name)]?.Hidden ?? 0) > 0;
  }
}

const hasCells = (sheet: WorkSheet | undefined): boolean =>
  (sheet?.["!data"] ?? []).some((row) => row?.some((cell) => cell !== undefined && cell.t !== "z"));

function cellsOf(
  sheet: WorkSheet | undefined,
): Pick<Extract<WorkbookReply, { kind: "read" }>, "rows" | "problems" | "merged"> {
  const problems: { row: number; column: number; message: string }[] = [];
  const rows: (string | undefined)[][] = [];
  const data = sheet?.["!data"] ?? [];
  for (let row = 0; row < data.length; row += 1) {
    const cells: (string | undefined)[] = [];
    for (const [column, cell] of (data[row] ?? []).entries()) {
      const read = cell === undefined ? undefined : sheetCell(cell);
      if (read !== undefined && "problem" in read)
        problems.push({
          row: row + 1,
          column,
          message: `${columnLetters(column)}${row + 1}: ${read.problem}`,
        });
      else if (read !== undefined) cells[column] = read.text;
    }
    rows.push(Array.from(cells));
  }
  const merged = (sheet?.["!merges"] ?? []).map((range) => fillMerged(rows, range));
  return { rows, problems, merged };
}

/** Rows of a sheet that are not shown, from 1, empty ones too. */
function hiddenRows(
  sheet: WorkSheet | undefined,
  name: string,
  parts: WorkbookRequest["parts"],
): readonly number[] {
  const count = sheet?.["!data"]?.length ?? 0;
  const content = parts.find((part) => part.name === "content.xml");
  if (content !== undefined) return hiddenRowsOds(Buffer.from(content.bytes).toString("utf8"), name, count);
  const rows = sheet?.["!rows"] ?? [];
  return Array.from({ length: Math.min(count, rows.length) }, (_, at) => at + 1).filter(
    (row) => rows[row - 1]?.hidden === true,
  );
}

/** SheetJS does not say it of OpenDocument. */
function hiddenRowsOds(content: string, name: string, count: number): readonly number[] {
  const hidden: number[] = [];
  let row = 0;
  let isSheet = false;
  for (const [tag, kind] of content.matchAll(/<table:table(-row)?(?: [^>]*)?>/g)) {
    if (kind === undefined) {
      isSheet = attribute(tag, "table:name") === name;
      row = 0;
      continue;
    }
    const end = Math.min(count, row + Number(attribute(tag, "table:number-rows-repeated") ?? 1));
    const isHidden = ["collapse", "filter"].includes(attribute(tag, "table:visibility") ?? "");
    if (isSheet && isHidden) for (let at = row; at < end; at += 1) hidden.push(at + 1);
    row = end;
  }
  return hidden;
}

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, entity: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[entity] ?? "",
    );

/** A merged cell holds its value for each of its rows, in the first of its columns. */
function fillMerged(
  rows: (string | undefined)[][],
  { s: from, e: to }: NonNullable<WorkSheet["!merges"]>[number],
): { readonly range: string; readonly rows: readonly number[] } {
  const value = rows[from.r]?.[from.c];
  const filled: number[] = [];
  for (let row = from.r; row <= Math.min(to.r, rows.length - 1); row += 1) {
    filled.push(row + 1);
    const cells = rows[row];
    if (cells !== undefined && value !== undefined) cells[from.c] = value;
  }
  return { range: utils.encode_range({ s: from, e: to }), rows: filled };
}
