import type { ReportIndex, ReportSummary, ResultDetail } from "../../src/report/index.ts";

/** Where a page has its data from: the page itself, files beside it, a server. */
export interface ReportSource {
  /** What the first page shows. */
  readonly summary: ReportSummary;
  /** What lists need of every result. Always the same promise. */
  index(): Promise<ReportIndex>;
  /** Everything about the result at this place of the index. Rejects where it is not there. Always the same promise while the result is near. */
  detail(place: number): Promise<ResultDetail>;
}
