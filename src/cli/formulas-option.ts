import { Option } from "commander";
import { usageError } from "./failure.ts";

const ways = ["neutralise", "keep"] as const;

/** How texts that a spreadsheet would run as a formula are written in CSV. */
export type Formulas = (typeof ways)[number];

/** Describes `--formulas`. */
export function formulasOption(): Option {
  return new Option(
    "--formulas <way>",
    "in .csv, texts that a spreadsheet would run as formulas: with an apostrophe in front (default), or exactly as they are",
  ).choices(ways);
}

/** Refuses `--formulas` where no CSV is written. */
export function requireCsv(formulas: Formulas | undefined, writesCsv: boolean): void {
  if (formulas === undefined || writesCsv) return;
  throw usageError(
    "--formulas is for .csv: the other forms hold every text as it is.",
    "Leave it out, or write a .csv.",
  );
}
