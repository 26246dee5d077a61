import { type CellObject, utils, type WorkSheet, write } from "@e965/xlsx";

/** Values of a sheet; an object is a cell as SheetJS has it. */
export type SheetRows = readonly (readonly (string | number | boolean | Date | CellObject | null)[])[];

/** The bytes of a workbook. */
export function workbook(
  sheets: { readonly [name: string]: SheetRows },
  {
    bookType = "xlsx",
    change,
  }: {
    readonly bookType?: "xlsx" | "ods";
    /** Called with each sheet before it is written. */
    readonly change?: (sheet: WorkSheet) => void;
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
  return write(book, { type: "buffer", bookType, compression: true });
}
