import { systemClock } from "../../base/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import type { Benchmark } from "../benchmark.ts";
import { type CodeLimits, executeRun } from "../execute-run.ts";
import { prepareRun, resolveSettings } from "../prepare-run.ts";
import { storeResults } from "../results/result-store.ts";

/** Runs a benchmark with limits of its code and patterns, which the public door does not take. */
export async function runWithin(
  limits: CodeLimits,
  benchmark: Benchmark,
  config: VerificationConfig,
): Promise<readonly VerificationResult[]> {
  const run = prepareRun(benchmark, resolveSettings(config, {}), {});
  const results = storeResults(run, { log: undefined, clock: systemClock });
  await executeRun(run, { results, environment: process.env, limits });
  return Array.fromAsync(results.read());
}
