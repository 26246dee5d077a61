import path from "node:path";
import { makeFolders } from "../../../base/index.ts";
import { findRun, type Store, type StoredRun } from "../../../stores/index.ts";
import { exportRun } from "../../../workers/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { goOnText } from "../../go-on-text.ts";
import { openNeededStore } from "../../needed-store.ts";
import { summary } from "../summary/summary.ts";
import { hasContent } from "../verify/check-outputs.ts";
import { planOutputs } from "../verify/plan-outputs.ts";
import { limitLines } from "../verify/run-outcome.ts";
import { shownRun } from "../verify/shown-run.ts";
import type { RunsWatchOptions } from "./runs-commands.ts";

/** Shows a run that others work on, writes its log and sums it up. */
export async function runsWatch(wanted: string, options: RunsWatchOptions, io: CommandIo): Promise<ExitCode> {
  await using store = await openNeededStore(options, io);
  return await watchToEnd(await findRun(store, wanted), options, { store, io });
}

/** The same for a store that is open. */
export async function watchToEnd(
  run: StoredRun,
  options: RunsWatchOptions,
  { store, io }: { readonly store: Store; readonly io: CommandIo },
): Promise<ExitCode> {
  const output = options.output === undefined ? undefined : [options.output];
  const { log } = planOutputs({ output, resume: undefined, benchmarkName: run.benchmark }, io);
  if (log === undefined || (await hasContent(log)))
    throw usageError(`${options.output} exists.`, "Choose another file.");
  const report = await shownRun(run.id, options, { store, io });
  if (report === undefined) return 130;
  await makeFolders(path.dirname(log));
  await exportRun(store, run.id, log);
  const shown = path.relative(io.workingDirectory, log);
  const code = await summary(shown, {}, io);
  print(io, `\nResults: ${shown}`);
  if (report.status === "completed") return code;
  const limits = limitLines(report, run.tasks);
  const cancelled = `The run was cancelled: ${report.finished + report.finishedBefore} of ${run.tasks} tasks have results.`;
  for (const line of limits.length > 0 ? limits : [cancelled]) io.stderr.write(`error: ${line}\n`);
  io.stderr.write(`${goOnText(run.id, store)}\n`);
  return 1;
}
