import type { Results, ResultsFile } from "../result/index.ts";

/** Results under a name, which the column `run` shows. */
export interface QueryRun extends Pick<ResultsFile, "kind" | "path" | "readRows" | "walks"> {
  readonly name: string;
  /** The results, from the first one on each time. */
  read(): Results;
}
