import * as z from "zod";
import type { Rubric } from "../../rubric/index.ts";
import { type ExportForm, exportFormShape } from "./export-format.ts";

/** What the CSV export says about itself and how it is written. */
export interface CsvInfo extends ExportForm {
  /** ISO 8601 in UTC. */
  readonly exportTimestamp: string;
  readonly kareninaVersion: string;
  readonly jobId?: string | null;
  /**
   * The traits of the whole benchmark, dynamic ones with them: each gets a column, `rubric_<name>`, and all others share
   * `question_specific_rubrics`. Left out: the traits that occur in the results get one, those of single questions aside.
   */
  readonly rubric?: Rubric;
  /**
   * Texts that a spreadsheet would run as a formula (they begin with `=`, `+`, `-`, `@`, tab or carriage return) get
   * an apostrophe in front, since models write them. `keep` leaves them as they are, for programs. Default `neutralise`.
   */
  readonly formulas?: "neutralise" | "keep" | undefined;
}

/** {@link CsvInfo}, checked. */
export const CsvInfoShape = z.strictObject({
  exportTimestamp: z.string(),
  kareninaVersion: z.string(),
  jobId: z.string().nullish(),
  rubric: z.custom<Rubric>((value) => typeof value === "object" && value !== null).optional(),
  formulas: z.enum(["neutralise", "keep"]).optional(),
  ...exportFormShape,
});
