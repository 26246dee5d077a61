import path from "node:path";
import { isoTimestamp, writeFileAtomically } from "../../../base/index.ts";
import { exportCsv, exportJson, pythonExportVersion } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { packageVersion } from "../../package-version.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { oneLine } from "../../report/harmless-text.ts";
import { openResultsFile, type ResultsFile } from "../show/results-file.ts";
import type { ResultsSaveOptions } from "./results-commands.ts";

/** Writes results in another form, such as those of a log as an export, or an export for the Python system. */
export async function resultsSave(
  source: string,
  target: string,
  options: ResultsSaveOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const file = path.resolve(io.workingDirectory, target);
  const write = writers[path.extname(file).toLowerCase()];
  if (write === undefined)
    throw usageError(`${target} is neither .json nor .csv.`, "Name the file with one of the two endings.");
  if (options.forPython === true && write !== writers[".json"])
    throw usageError("--for-python writes .json only.", "Name the file with that ending.");
  const results = await openResultsFile(source, io.workingDirectory, (text) => warn(io, oneLine(text)));
  if (options.overwrite !== true) await refuseExisting(file);
  const content = await write(results, isoTimestamp(io.clock), options);
  await writeFileAtomically(file, content);
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}

type Write = (
  file: ResultsFile,
  exportTimestamp: string,
  options: ResultsSaveOptions,
) => Promise<AsyncIterable<string>>;

const writers: { readonly [ending: string]: Write } = {
  ".json": async (file, exportTimestamp, { forPython }) => {
    const { verificationConfig, rubricDefinition } = await file.header();
    const info = { exportTimestamp, kareninaVersion: packageVersion(), verificationConfig };
    return exportJson(file.read(), info, {
      rubricDefinition,
      dialect: forPython === true ? pythonExportVersion : undefined,
    });
  },
  ".csv": async (file, exportTimestamp) =>
    exportCsv(() => file.read(), { exportTimestamp, kareninaVersion: packageVersion() }),
};
