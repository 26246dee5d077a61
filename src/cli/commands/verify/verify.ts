import path from "node:path";
import { isoTimestamp } from "../../../base/index.ts";
import { runQuestions } from "../../../config/index.ts";
import { type CommandIo, type ExitCode, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { checkOutputs } from "./check-outputs.ts";
import { finishRun } from "./finish-run.ts";
import { prepareRun } from "./prepare-run.ts";
import { resultStore } from "./result-store.ts";
import { runEvents } from "./run-events.ts";
import { templateWarnings } from "./template-warnings.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Runs a benchmark: checks everything that can be checked, asks models, writes results, and sums them up. */
export async function verify(
  benchmarkFile: string | undefined,
  options: VerifyOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.retryFailed && options.resume === undefined)
    throw usageError("--retry-failed goes with --resume.");
  const prepared = await prepareRun(benchmarkFile, options, io);
  await checkOutputs(prepared.outputs, { resume: options.resume !== undefined });
  for (const line of templateWarnings(prepared.questions)) warn(io, line);
  const results = resultStore(prepared, options, io);
  const startTime = isoTimestamp(io.clock);
  const report = await runQuestions(prepared.resolved, {
    questions: prepared.questions,
    openResults: results.open,
    events: runEvents(options, io),
    signal: io.interrupted,
    runName: prepared.runName,
    record: options.record === undefined ? undefined : path.resolve(io.workingDirectory, options.record),
    environment: io.environment,
    clock: io.clock,
  });
  return finishRun({ prepared, options, io, results, report, startTime });
}
