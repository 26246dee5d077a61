import path from "node:path";
import { isoTimestamp, maskSecrets, oneLine } from "../../../base/index.ts";
import { replyStoreFolder } from "../../../models/recording/index.ts";
import {
  executeRun,
  listRunWarnings,
  priceNotes,
  type ReplyCache,
  type ResumeRequest,
  requireDistinctFiles,
  secretsOf,
  storeResults,
} from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { requireCsv } from "../../formulas-option.ts";
import { openGates } from "../../gates/open-gates.ts";
import { watchLateErrors } from "../../late-errors.ts";
import { requireExport } from "../../output-format-option.ts";
import { holdOutputs } from "./check-outputs.ts";
import { dryRun } from "./dry-run.ts";
import { finishRun, rubricsOf, sayWhenLeaving } from "./finish-run.ts";
import { type PreparedVerify, prepareVerify } from "./prepare-verify.ts";
import { refuseReuseOptions } from "./reused-run.ts";
import { showRun } from "./run-events.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Runs a benchmark: checks everything that can be checked, asks models, writes results, and sums them up. */
export async function verify(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.retryFailed && options.resume === undefined)
    throw usageError("--retry-failed goes with --resume.");
  if (options.trustLog && (options.resume ?? options.extend) === undefined)
    throw usageError("--trust-log goes with --resume or --extend.");
  refuseReuseOptions(options);
  if (options.cache === undefined && (options.cacheMaxDays ?? options.cacheMaxMb) !== undefined)
    throw usageError("--cache-max-days and --cache-max-mb go with --cache.");
  if (options.mode !== undefined && options.interactive !== true)
    throw usageError("--mode goes with --interactive.");
  if (options.interactive && options.resume !== undefined)
    throw usageError("--interactive and --resume contradict each other: a resumed run has its settings.");
  if (options.detach && options.store === undefined)
    throw usageError("--detach goes with --store postgres://…");
  // databases are loaded for those who have one
  const kept = options.store === undefined ? undefined : await import("./shared-run.ts");
  const place = kept?.storeOfRun(options, io);
  const gates = await openGates(options, io);
  const prepared = await prepareVerify(benchmarkFile, options, io);
  if (prepared === undefined) {
    print(io, "Not run.");
    return 0;
  }
  gates.checkScales(rubricsOf(prepared));
  if (options.dryRun) return await dryRun(prepared, options, io);
  requireCsv(
    options.formulas,
    prepared.outputs.exports.some(({ format }) => format === "csv"),
  );
  requireExport(options.outputFormat, prepared.outputs.exports.length > 0);
  const record = options.record === undefined ? undefined : path.resolve(io.workingDirectory, options.record);
  const { log, exports } = prepared.outputs;
  const written = [log, ...exports.map((file) => file.path), record];
  await requireDistinctFiles(written, prepared.inputs, "Choose another file for --output or --record.");
  await using _held = await holdOutputs(prepared.outputs, {
    resume: options.resume !== undefined,
    overwrite: options.overwrite === true,
  });
  for (const warning of await listRunWarnings(prepared)) warn(io, oneLine(warning));
  for (const warning of prepared.judged?.lines ?? []) warn(io, oneLine(warning));
  const prices = prepared.resolved.maxCost === null ? [] : await priceNotes(prepared, prepared.reuse);
  for (const note of [...prepared.sideEffects, ...(prepared.reuse?.lines ?? []), ...prices])
    io.stderr.write(`note: ${oneLine(note)}\n`);
  if (kept !== undefined && place?.kind === "postgres")
    return await kept.sharedRun(place, benchmarkFile, { prepared, options, io, gates });
  const inFiles = storeResults(prepared, {
    log,
    clock: io.clock,
    reuse: prepared.reuse,
    resume: resumeRequest(options, prepared, io),
    isLocked: true,
    notes: prepared.notes,
  });
  await using store = place && (await kept?.openStore(place));
  const results =
    kept === undefined || store === undefined
      ? inFiles
      : kept.keepInStore(inFiles, {
          run: prepared,
          isResumed: options.resume !== undefined,
          ...{ log, notes: prepared.notes, reuse: prepared.reuse, store, clock: io.clock },
        });
  const shown = showRun(options, io);
  const startTime = isoTimestamp(io.clock);
  using _leaving = sayWhenLeaving({ prepared, options, io });
  using late = watchLateErrors(process, io.interrupted);
  const report = await executeRun(prepared, {
    results,
    events: shown.events,
    signal: late.signal,
    stopSignal: io.stopping,
    record,
    telemetry: options.telemetry,
    reuse: prepared.reuse,
    cache: cacheOf(options, io),
    warn: (warning) => shown.note(`warning: ${oneLine(warning)}`),
    environment: io.environment,
    clock: io.clock,
  });
  const endTime = isoTimestamp(io.clock);
  const failed = late.problem === undefined ? undefined : shownProblem(late.problem, prepared, io);
  return await finishRun({ prepared, options, io, results, report, startTime, endTime, failed, gates });
}

function cacheOf({ cache, cacheMaxDays, cacheMaxMb }: VerifyOptions, io: CommandIo): ReplyCache | undefined {
  if (cache === undefined) return undefined;
  const folder = cache === true ? replyStoreFolder(io.environment) : path.resolve(io.workingDirectory, cache);
  return { folder, maxDays: cacheMaxDays, maxMegabytes: cacheMaxMb };
}

function shownProblem(problem: string, { resolved }: PreparedVerify, { environment }: CommandIo): string {
  return oneLine(maskSecrets(problem, secretsOf(resolved, environment)));
}

/** How the run goes on with a log that exists; says where a crash cut off its last line. */
function resumeRequest(
  { resume, retryFailed = false }: VerifyOptions,
  { outputs: { log } }: PreparedVerify,
  io: CommandIo,
): ResumeRequest | undefined {
  if (resume === undefined) return undefined;
  return {
    retryFailed,
    onDoubt: (text) => warn(io, oneLine(text)),
    onTornLine: (line) =>
      warn(
        io,
        `line ${line} of ${log}, the last one, was cut off while it was written; its task is run again.`,
      ),
  };
}
