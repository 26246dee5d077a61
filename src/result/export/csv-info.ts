/** What the CSV export says about itself and how it is written. */
export interface CsvInfo {
  /** ISO 8601 in UTC. */
  readonly exportTimestamp: string;
  readonly kareninaVersion: string;
  readonly jobId?: string | null;
  /** Traits with a column of their own, `rubric_<name>`; default none. */
  readonly globalTraitNames?: readonly string[];
  /**
   * Texts that a spreadsheet would run as a formula (they begin with `=`, `+`, `-`, `@`, tab or carriage return) get
   * an apostrophe in front, since models write them. `keep` leaves them as they are, for programs. Default `neutralise`.
   */
  readonly formulas?: "neutralise" | "keep";
}
