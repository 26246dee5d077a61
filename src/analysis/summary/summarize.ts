import { type Results, VerificationResultSet } from "../../result/index.ts";
import { checkCluster } from "../grouping/grouping.ts";
import { resultCounter } from "./counted-result.ts";
import { type RunSummary, type SummaryOptions, summaryTally, usualFailures } from "./summary-tally.ts";

/**
 * Summarises results in one pass, in memory that grows with the number of questions and models, not with that of results.
 *
 * @example
 * const { overall } = await summarize(readResultLog("run.jsonl"));
 * console.log(`${overall.passRate.passed} of ${overall.passRate.of} passed`);
 */
export async function summarize(results: Results, options: SummaryOptions = {}): Promise<RunSummary> {
  const { cluster = "question", failuresPerCategory = usualFailures } = options;
  checkCluster(cluster);
  const tally = summaryTally(options);
  const count = resultCounter(failuresPerCategory);
  for await (const result of results) tally.add(count(result), tally.grouper.clusterOf(result, cluster));
  const { walks = results instanceof VerificationResultSet ? (results.scenarioResults ?? []) : [] } = options;
  for await (const walk of walks) tally.addWalk(walk);
  return tally.summary();
}
