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
} as const;

function readWorkbook(parts: WorkbookRequest["parts"], asked: string | undefined): WorkbookReply {
  const box = CFB.utils.cfb_new({ root: "R" });
  for (const { name, bytes } of parts) CFB.utils.cfb_add(box, `/${name}`, Buffer.from(bytes));
  const file: Buffer = CFB.write(box, { fileType: "zip", type: "buffer", compression: false });
  const names = read(file, { bookSheets: true }).SheetNames;
  if (asked !== undefined && !names.includes(asked)) return { kind: "sheets", sheets: names };
  const glance = asked === undefined && names.length > 1 ? read(file, { ...how, sheetRows: 50 }) : undefined;
  const filled =
    glance === undefined ? names : names.filter((name, at) => hasCells(glance.Sheets[name]) && !isHidden(at));
  const [chosen = names[0], another] = filled;
  if (asked === undefined && another !== undefined) return { kind: "sheets", sheets: filled };
  const name = asked ?? chosen;
  if (name === undefined) return { kind: "sheets", sheets: [] };
  const sheet = read(file, { ...how, sheets: name }).Sheets[name];
  const rows = sheet?.["!data"]?.length ?? 0;
  return rows > mostRows ? { kind: "large", rows } : { kind: "read", sheet: name, ...cellsOf(sheet) };

  function isHidden(at: number): boolean {
    return (glance?.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
  }
}

const hasCells = (sheet: WorkSheet | undefined): boolean =>
  (sheet?.["!data"] ?? []).some((row) => row?.some((cell) => cell !== undefined && cell.t !== "z"));

function cellsOf(
  sheet: WorkSheet | undefined,
): Omit<Extract<WorkbookReply, { kind: "read" }>, "kind" | "sheet"> {
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
