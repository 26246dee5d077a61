import path from "node:path";
import { isoTimestamp, oneLine, packageVersion, writeFileAtomically } from "../../../base/index.ts";
import { withoutLocalPaths } from "../../../config/index.ts";
import { exportTable } from "../../../query/index.ts";
import {
  type ExportForm,
  exportCsv,
  exportJson,
  jobSummaryOf,
  type MappedContent,
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  type ResultsFile,
} from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { type Formulas, requireCsv } from "../../formulas-option.ts";
import { openResults, shownSource } from "../../open-results.ts";
import { tellMapped } from "../../output-format-option.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { warnUnfinished } from "../../warn-unfinished.ts";
import type { ResultsSaveOptions } from "./results-commands.ts";

/** Writes results in another form, such as those of a log as an export, or an export for the Python system. */
export async function resultsSave(
  source: string,
  target: string,
  options: ResultsSaveOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const file = path.resolve(io.workingDirectory, target);
  if (options.table !== undefined) return saveTable(source, file, { table: options.table, options, io });
  const write = writers[path.extname(file).toLowerCase()];
  if (write === undefined)
    throw usageError(
      `${target} is neither .json nor .csv.`,
      tableEndings.has(path.extname(file).toLowerCase())
        ? "Add --table results, or another that `npx karenina query --tables` lists: such a file holds a table."
        : "Name the file with one of the two endings.",
    );
  requireCsv(options.formulas, write === writers[".csv"]);
  const results = await openResults(source, io);
  await refuseExisting({
    file,
    source: path.resolve(io.workingDirectory, source),
    overwrite: options.overwrite,
  });
  const isTold = write === writers[".json"] && options.outputFormat === undefined;
  await warnUnfinished([{ ...results, name: source }], io, isTold ? "" : notTold);
  let mapped: readonly MappedContent[] = [];
  const onMapped = (all: readonly MappedContent[]) => {
    mapped = all;
  };
  const content = await write(results, {
    ...programInfo(io),
    format: options.outputFormat,
    onMapped,
    formulas: options.formulas,
    workingDirectory: io.workingDirectory,
  });
  await writeFileAtomically(file, content);
  tellMapped(io, target, mapped);
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}

const tableEndings = new Set([".parquet", ".jsonl"]);
const notTold = "; the export does not say so";

/** Writes a table of the results. */
async function saveTable(
  source: string,
  file: string,
  {
    table,
    options,
    io,
  }: { readonly table: string; readonly options: ResultsSaveOptions; readonly io: CommandIo },
): Promise<ExitCode> {
  requireCsv(options.formulas, path.extname(file).toLowerCase() === ".csv");
  if (options.outputFormat !== undefined)
    throw usageError("--output-format is for whole results, not for a table.", "Leave out one of the two.");
  const results = await openResults(source, io);
  await refuseExisting({ file, source: results.path, overwrite: options.overwrite });
  await warnUnfinished([{ ...results, name: source }], io, notTold);
  await exportTable({ ...results, name: path.basename(shownSource(source)) }, table, file, options);
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}

interface Written extends ExportForm {
  readonly exportTimestamp: string;
  readonly kareninaVersion: string;
  readonly formulas: Formulas | undefined;
  readonly workingDirectory: string;
}

type Write = (file: ResultsFile, written: Written) => Promise<AsyncIterable<string>>;

const writers: { readonly [ending: string]: Write } = {
  ".json": async (file, { formulas: _inTables, workingDirectory, ...info }) => {
    const { verificationConfig, rubricDefinition, scenarios } = await file.header();
    const { benchmark, startedAt } = await file.run();
    const { finished, tasks } = await file.progress();
    return exportJson(
      file.read(),
      {
        ...info,
        ...(benchmark !== null && { benchmark }),
        verificationConfig: verificationConfig && withoutLocalPaths(verificationConfig, workingDirectory),
        // readers of that format expect one
        jobSummary:
          info.format === undefined
            ? null
            : {
                ...jobSummaryOf(await outcomesIn(file)),
                startTime: startedAt,
                ...(tasks !== null && { isComplete: finished >= tasks }),
              },
        ...(tasks !== null && { tasks }),
      },
      { rubricDefinition, scenarios, scenarioResults: scenarios && file.walks() },
    );
  },
  ".csv": async (file, { workingDirectory: _inHeaders, ...info }) => exportCsv(() => file.read(), info),
};

async function outcomesIn(file: ResultsFile): Promise<OutcomeCounts> {
  const counts = noOutcomes();
  for await (const result of file.read()) counts[outcomeOf(result)]++;
  return counts;
}

const programInfo = ({ clock }: CommandIo) => ({
  exportTimestamp: isoTimestamp(clock),
  kareninaVersion: packageVersion(),
});
