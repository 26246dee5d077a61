import type { CellObject } from "@e965/xlsx";

/** A cell as text, or why it has none. */
export type SheetCell = { readonly text: string } | { readonly problem: string } | undefined;

/**
 * The value of a cell as a person reads it: a formula's stored value, a day as 2024-05-01, a share as 6.5%, a number in all digits that
 * spreadsheets keep.
 */
export function sheetCell({ t: type, v: value, w: shown, f: formula, z: format }: CellObject): SheetCell {
  if (value === undefined || type === "z")
    return formula === undefined ? undefined : { problem: unsaved(formula) };
  if (type === "e")
    return formula !== undefined && shown === formula
      ? { problem: unsaved("") }
      : { problem: `it holds the error ${shown ?? "of a formula"}` };
  if (value instanceof Date) return { text: dateText(value) };
  if (typeof value === "number") return { text: numberText(value, { shown, format: String(format ?? "") }) };
  if (typeof value === "boolean") return { text: String(value) };
  return value === "" ? undefined : { text: value };
}

const unsaved = (formula: string): string =>
  `the formula ${formula === "" ? "in it" : `=${formula.slice(0, 60)}`} has no stored value; open the file in a spreadsheet program and save it`;

/** Spreadsheets keep 15 digits; more are an accident of the machine, as in 0.1 + 0.2. */
function numberText(
  value: number,
  { shown, format }: { readonly shown: string | undefined; readonly format: string },
): string {
  const digits = (number: number) => String(Number(number.toPrecision(15)));
  if (format.includes("%") || (shown?.endsWith("%") ?? false)) return `${digits(value * 100)}%`;
  const plain = digits(value);
  if (shown === undefined || !/[\p{L}\p{Sc}°]/u.test(shown)) return plain;
  // a unit or currency that the format adds is what the person sees, as long as no digit is hidden by it
  const number = /[-+]?[\d.,]*\d/.exec(shown)?.[0].replaceAll(",", "");
  return number !== undefined && Number(number) === value ? shown.trim() : plain;
}

/** What stands before this is a time of day without a day. */
const firstDay = Date.UTC(1900, 0, 1);

function dateText(date: Date): string {
  const [day = "", time = ""] = date.toISOString().split("T");
  const clock = time.replace(/\.\d+Z$/, "").replace(/:00$/, "");
  if (date.getTime() < firstDay) return clock;
  return clock === "00:00" ? day : `${day}T${clock}`;
}
