import type { Digester, ResultsFile } from "../../result/index.ts";
import { type CountedResult, resultCounter } from "./counted-result.ts";
import { type RunSummary, type SummaryOptions, summaryTally, usualFailures } from "./summary-tally.ts";

/** Summarises a file of results, as `summarize` does its results; long logs are read in threads. */
export async function summarizeFile(
  file: Pick<ResultsFile, "digests" | "walks" | "unreadable">,
  options: Omit<SummaryOptions, "cluster" | "walks"> = {},
): Promise<RunSummary> {
  const tally = summaryTally(options);
  for await (const results of file.digests(counting(options.failuresPerCategory ?? usualFailures)))
    for (const result of results) tally.add(result, result.questionId);
  for await (const walk of file.walks()) tally.addWalk(walk);
  const summary = tally.summary();
  return { ...summary, run: { ...summary.run, unreadable: file.unreadable() } };
}

const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";

const counting = (listed: number): Digester<CountedResult> => ({
  module: new URL(`./counting-thread${extension}`, import.meta.url),
  data: listed,
  start: () => resultCounter(listed),
});
