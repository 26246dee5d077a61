import { access } from "node:fs/promises";
import { type Environment, KareninaError, systemClock } from "../base/index.ts";
import type { Benchmark } from "../benchmark/index.ts";
import { type VerificationConfig, withEnvironment } from "../config/index.ts";
import { frozenViews } from "../pipeline/index.ts";
import { VerificationResultSet } from "../result/index.ts";
import type { RunReport } from "../run/index.ts";
import { type AskedRun, asAsked } from "./as-asked.ts";
import { listReadFiles, requireDistinctFiles } from "./distinct-files.ts";
import { executeRun, type ReplyCache } from "./execute-run.ts";
import { listRunWarnings, prepareRun, resolveSettings } from "./prepare-run.ts";
import { withViews } from "./reporter-shape.ts";
import { storeResults } from "./results/result-store.ts";
import { planReuse } from "./reuse/plan-reuse.ts";
import { openReuseSource, type ReuseSource } from "./reuse/reuse-source.ts";
import { type RunVerificationOptions, refuseWrongOptions, reuseRules } from "./run-options.ts";

/**
 * Runs a benchmark and returns its results in the order of its questions. A model that misbehaves never makes it
 * throw: each task has a result that says what happened. At the time limit `batchTimeoutSeconds`, and where a model
 * could not be reached for longer than `outagePatienceSeconds`, the results so far are returned.
 *
 * @throws KareninaError before any model call: `configuration`, `missing_key`, `file_not_found`, …; during the run:
 * `cancelled`, `file_unwritable`.
 *
 * @example
 * const results = await runVerification(benchmark, {
 *   answeringModels: [{ modelProvider: "anthropic", modelName: "claude-haiku-4-5" }],
 *   parsingModels: [{ modelProvider: "openai", modelName: "gpt-5-mini", temperature: 0 }],
 * });
 */
export async function runVerification(
  givenBenchmark: Benchmark,
  givenConfig: VerificationConfig,
  givenOptions: RunVerificationOptions = {},
): Promise<VerificationResultSet> {
  refuseWrongOptions(givenOptions);
  const asked = asAsked(givenBenchmark, givenConfig, givenOptions);
  return runAsAsked(asked, await openedSource(asked.options));
}

/**
 * Runs what was asked for, by an earlier run where there is one; options are checked.
 *
 * @param inputs files that are read beside those that the options name
 */
export async function runAsAsked(
  { benchmark, config, options }: AskedRun<Benchmark>,
  source: ReuseSource | undefined,
  inputs: readonly string[] = [],
): Promise<VerificationResultSet> {
  const { environment = process.env, clock = systemClock, output: log, resume = false, warn } = options;
  const settings = resolveSettings(withEnvironment(config, environment), { ...options, source });
  const run = prepareRun(benchmark, settings, options);
  const reuse = source && (await planReuse(run, { source, ...reuseRules(options) }, environment));
  await requireDistinctFiles(
    [log, options.record],
    [
      ...inputs,
      ...listReadFiles(run),
      ...[options.answersFrom, options.extend].filter((from) => typeof from === "string"),
    ],
    "Choose another file for `output` or `record`.",
  );
  if (log !== undefined && !resume) await refuseExisting(log);
  if (warn !== undefined)
    for (const warning of [...(await listRunWarnings(run)), ...(reuse?.lines ?? [])]) warn(warning);
  const results = storeResults(run, {
    log,
    clock,
    reuse,
    resume: resume
      ? { retryFailed: options.retryFailed ?? false, ...(warn !== undefined && { onDoubt: warn }) }
      : undefined,
  });
  const view = frozenViews();
  const report = await executeRun(run, {
    reuse,
    cache: await cacheOf(options.cache, environment),
    results,
    events: [options.events ?? []].flat().map((reporter) => withViews(reporter, view)),
    signal: options.signal,
    stopSignal: options.stopSignal,
    record: options.record,
    telemetry: options.telemetry,
    warn,
    environment,
    clock,
    ...(options.random === undefined ? {} : { random: options.random }),
  });
  for (const warning of report.warnings) warn?.(warning);
  throwUnlessUsable(report, log);
  if (report.lost.length > 0) warn?.(lostText(report));
  if (log !== undefined) return VerificationResultSet.fromLog(log, { orderedBy: results.order() });
  return new VerificationResultSet(await Array.fromAsync(results.read()), {
    ...(run.scenarios.length > 0 && { scenarioResults: await Array.fromAsync(results.walks()) }),
  });
}

/** The earlier run that this one goes by. */
function openedSource({
  answersFrom,
  extend,
  warn,
}: RunVerificationOptions): Promise<ReuseSource> | undefined {
  const from = answersFrom ?? extend;
  const tell = (text: string) => warn?.(text);
  return from === undefined ? undefined : openReuseSource(from, { workingDirectory: process.cwd(), tell });
}

async function cacheOf(
  cache: RunVerificationOptions["cache"],
  environment: Environment,
): Promise<ReplyCache | undefined> {
  if (cache === undefined || cache === false) return undefined;
  if (typeof cache === "string") return { folder: cache };
  const { folder, ...limits } = cache === true ? {} : cache;
  const { replyStoreFolder } = await import("../models/recording/index.ts");
  return { ...limits, folder: folder ?? replyStoreFolder(environment) };
}

function lostText({ lost, total, finished }: RunReport): string {
  const reasons = lost.map(({ error }) => error.message).join("; ");
  return `${total - finished} of ${total} tasks have no result: ${reasons}.`;
}

async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (!exists) return;
  throw new KareninaError("invalid_input", `The results log ${file} exists.`, {
    hint: "Choose another file, or set `resume` to go on with that run.",
  });
}

function throwUnlessUsable({ status, sinkFailures }: RunReport, output: string | undefined): void {
  const [failure] = sinkFailures;
  if (failure !== undefined) throw failure.error;
  if (status !== "cancelled") return;
  throw new KareninaError("cancelled", "The run was cancelled.", {
    hint:
      output === undefined
        ? "Give a run an `output` to keep what was finished."
        : `Finished results are in ${output}; run again with \`resume\` to go on.`,
  });
}
