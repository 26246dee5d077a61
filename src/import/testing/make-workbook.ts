import { type CellObject, utils, type WorkSheet, write } from "@e965/xlsx";

/** Values of a sheet; an object is a cell as SheetJS has it. */
export type SheetRows = readonly (readonly (string | number | boolean | Date | CellObject | null)[])[];

/** The bytes of a workbook. */
export function workbook(
  sheets: { readonly [name: string]: SheetRows },
  {
    bookType = "xlsx",
    change,
    hidden = [],
  }: {
    readonly bookType?: "xlsx" | "ods";
    /** Called with each sheet before it is written. */
    readonly change?: (sheet: WorkSheet) => void;
    /** Names of sheets that are not shown. */
    readonly hidden?: readonly string[];
  } = {},
): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(
      rows.map((row) => [...row]),
      { UTC: true, cellDates: true },
    );
    change?.(sheet);
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
  };
  return write(book, { type: "buffer", bookType, compression: true });
}
