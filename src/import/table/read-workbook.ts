import { askNearest, createGuardedThread, KareninaError } from "../../base/index.ts";
import { tooLarge } from "./limits.ts";
import type { RawTable, TableOptions } from "./table.ts";
import { unzip, type ZipPart } from "./unzip.ts";
import type { WorkbookReply, WorkbookRequest } from "./workbook-protocol.ts";

/** Most memory of the thread that reads, in MB, and most time, in milliseconds. */
const memoryMb = 2048;
const withinMs = 180_000;

/**
 * The rows of a sheet, with what formulas have as stored values. Merged cells are noted; each of their rows has their value.
 *
 * @param name what messages call the file
 * @throws KareninaError `file_unreadable`, or `invalid_input` for a workbook that is too large, or where a sheet has to be named
 */
export async function readWorkbook(
  bytes: Buffer,
  name: string,
  options: Pick<TableOptions, "sheet" | "chooseSheet"> & { readonly format: "XLSX" | "ODS" },
): Promise<RawTable> {
  const { format, sheet, chooseSheet } = options;
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0")
    throw new KareninaError(
      "file_unreadable",
      `${name} is a workbook that needs a password, or one in the form of before 2007.`,
      { hint: "Save it as .xlsx without a password, or as .csv." },
    );
  const parts = await unzip(bytes, name, {
    isRead: isOfTables,
    what: "workbook",
    hint: "Open it in a spreadsheet program and save it again as .xlsx or .csv.",
  });
  if (format === "ODS") refuseRepeats(parts, name);
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  await using thread = createGuardedThread<WorkbookRequest, WorkbookReply>({
    module: new URL(`./workbook-thread${extension}`, import.meta.url),
    memoryMb,
  });
  const outcome = await thread.ask({ parts, sheet }, { withinMs });
  if (outcome.kind !== "reply") {
    const why = outcome.kind === "late" ? `${withinMs / 1000} s` : `${memoryMb} MB of memory`;
    throw new KareninaError("invalid_input", `${name} takes more than ${why} to read.`, {
      hint: "Save the sheet as .csv and import that.",
    });
  }
  const { reply } = outcome;
  if (reply.kind === "failed")
    throw new KareninaError("file_unreadable", `${name} is no workbook that can be read: ${reply.message}.`, {
      hint: "Open it in a spreadsheet program and save it again as .xlsx or .csv.",
    });
  if (reply.kind === "large") throw tooLarge(name, "rows");
  if (reply.kind === "sheets") {
    if (sheet !== undefined || chooseSheet === undefined || reply.sheets.length === 0)
      throw noSheet(name, reply.sheets, sheet);
    return readWorkbook(bytes, name, { format, sheet: await chooseSheet(reply.sheets) });
  }
  return {
    source: { format, sheet: reply.sheet },
    rows: reply.rows,
    cellProblems: reply.problems,
    notes: [
      ...reply.hiddenSheets.map((hidden) => ({
        rows: [],
        message: `the sheet ${JSON.stringify(hidden)} is hidden and not read; --sheet names it`,
      })),
      ...(reply.hiddenRows.length === 0
        ? []
        : [{ rows: reply.hiddenRows, message: "hidden in the workbook, and read like all others" }]),
      ...reply.merged.map(({ range, rows }) => ({
        rows,
        message: `${range} is one merged cell; its value is taken for each of its rows`,
      })),
    ],
  };
}

/** What a sheet of LibreOffice has at most: a file may say of a row that it stands there a thousand million times. */
const mostRepeated = { rows: 1_048_576, columns: 16_384 };

function refuseRepeats(parts: readonly ZipPart[], name: string): void {
  const content = parts.find((part) => part.name === "content.xml")?.bytes.toString("latin1") ?? "";
  for (const [, what, count] of content.matchAll(/number-(rows|columns)-repeated="(\d+)"/g)) {
    const most = what === "rows" ? mostRepeated.rows : mostRepeated.columns;
    if (Number(count) > most)
      throw new KareninaError(
        "invalid_input",
        `${name}: expected at most ${most.toLocaleString("en")} ${what}, found one that stands there ${count} times.`,
      );
  }
}

/** Pictures and programs are left packed. */
const isOfTables = (part: string): boolean =>
  /(?:\.xml|\.rels|^mimetype)$/i.test(part) && !/^(?:customXml|xl\/media|Thumbnails)\//i.test(part);

function noSheet(name: string, sheets: readonly string[], asked: string | undefined): KareninaError {
  const quoted = sheets.map((one) => JSON.stringify(one)).join(", ");
  if (sheets.length === 0)
    return new KareninaError("invalid_input", `${name} has no sheet with anything in it.`);
  const hint = `Name one with --sheet: ${quoted}.`;
  return asked === undefined
    ? new KareninaError("invalid_input", `${name} has ${sheets.length} sheets that hold something.`, { hint })
    : new KareninaError(
        "invalid_input",
        `${name} has no sheet ${JSON.stringify(asked)}${askNearest(asked, sheets) || "."}`,
        { hint },
      );
}
