import path from "node:path";
import { isLogName } from "../../../result/index.ts";
import { findRun } from "../../../stores/index.ts";
import { exportRun } from "../../../workers/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { openNeededStore } from "../../needed-store.ts";
import { hasContent } from "../verify/check-outputs.ts";
import type { RunsExportOptions } from "./runs-commands.ts";

/** Writes the log of a run; `results save` makes the other forms of it. */
export async function runsExport(
  wanted: string,
  options: RunsExportOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { output, overwrite = false } = options;
  const file = path.resolve(io.workingDirectory, output);
  if (!isLogName(file))
    throw usageError(
      `--output: a log ends in .jsonl or .jsonl.zst; ${output} does not.`,
      "Of a log `npx karenina results save` makes .json and .csv.",
    );
  if (!overwrite && (await hasContent(file)))
    throw usageError(`${output} exists.`, "Choose another file, or replace it with --overwrite.");
  await using store = await openNeededStore(options, io);
  const run = await findRun(store, wanted);
  await exportRun(store, run.id, file);
  print(io, `Wrote ${output}: ${run.finished} of ${run.tasks} tasks.`);
  return 0;
}
