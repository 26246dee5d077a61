import type { CellProblem } from "./table.ts";
import type { ZipPart } from "./unzip.ts";

/** What the thread is asked: a sheet of a workbook. */
export interface WorkbookRequest {
  readonly parts: readonly ZipPart[];
  /** Default: the only one that holds anything. */
  readonly sheet: string | undefined;
}

/** What it says. */
export type WorkbookReply =
  | {
      readonly kind: "read";
      readonly sheet: string;
      readonly rows: readonly (readonly (string | undefined)[])[];
      readonly problems: readonly CellProblem[];
      readonly merged: readonly { readonly range: string; readonly rows: readonly number[] }[];
      /** Rows with something in them that spreadsheet programs do not show, from 1. */
      readonly hiddenRows: readonly number[];
      /** Other sheets that hold something and are not shown. */
      readonly hiddenSheets: readonly string[];
    }
  /** It has so many rows, more than are read. */
  | { readonly kind: "large"; readonly rows: number }
  /** One of these is to be named. */
  | { readonly kind: "sheets"; readonly sheets: readonly string[] }
  | { readonly kind: "failed"; readonly message: string };
