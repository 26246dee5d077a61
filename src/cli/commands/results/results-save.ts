import path from "node:path";
import { isoTimestamp, writeFileAtomically } from "../../../base/index.ts";
import { withoutLocalPaths } from "../../../config/index.ts";
import { exportCsv, exportJson, pythonExportVersion } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { requireCsv } from "../../formulas-option.ts";
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
  requireCsv(options.formulas, write === writers[".csv"]);
  const results = await openResultsFile(source, io.workingDirectory, (text) => warn(io, oneLine(text)));
  if (options.overwrite !== true) refuseExisting(file);
  const content = await write(results, { ...options, io });
  await writeFileAtomically(file, content);
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}

type Write = (
  file: ResultsFile,
  options: ResultsSaveOptions & { readonly io: CommandIo },
) => Promise<AsyncIterable<string>>;

const writers: { readonly [ending: string]: Write } = {
  ".json": async (file, { io, forPython }) => {
    const { verificationConfig, rubricDefinition } = await file.header();
    return exportJson(
      file.read(),
      {
        ...programInfo(io),
        verificationConfig: verificationConfig && withoutLocalPaths(verificationConfig, io.workingDirectory),
      },
      { rubricDefinition, dialect: forPython === true ? pythonExportVersion : undefined },
    );
  },
  ".csv": async (file, { io, formulas }) => exportCsv(() => file.read(), { ...programInfo(io), formulas }),
};

const programInfo = ({ clock }: CommandIo) => ({
  exportTimestamp: isoTimestamp(clock),
  kareninaVersion: packageVersion(),
});
