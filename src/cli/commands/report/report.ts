import { existsSync } from "node:fs";
import path from "node:path";
import { isoTimestamp, oneLine, packageVersion, pluralize } from "../../../base/index.ts";
import { detailsFolder, type ReportedRun, writeHtmlReport } from "../../../report/index.ts";
import { openResultsFile, readResultLogHeader, rubricFromDefinition } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import type { ReportOptions } from "./report-command.ts";

/** Writes the results of one or more runs as a page for browsers. Logs are read one result at a time. */
export async function report(
  sources: readonly string[],
  options: ReportOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const file = path.resolve(io.workingDirectory, options.output);
  if (!/\.html?$/i.test(file))
    throw usageError(`${options.output} is no .html file.`, "Name the file with the ending .html.");
  for (const source of sources)
    await refuseExisting({
      file,
      source: path.resolve(io.workingDirectory, source),
      overwrite: options.overwrite,
    });
  const folder = detailsFolder(file);
  if (options.split === true && options.overwrite !== true && existsSync(folder))
    throw usageError(
      `${folder} exists.`,
      "Choose another file, or replace the details in it with --overwrite.",
    );
  const runs = await Promise.all(sources.map((source) => openRun(source, io)));
  const benchmarks = [...new Set(runs.flatMap(({ benchmark }) => benchmark ?? []))];
  const names = benchmarks.length > 0 ? benchmarks : runs.map(({ name }) => name);
  const written = await writeHtmlReport(withDifferentNames(runs), {
    file,
    title: options.title ?? names.join(", "),
    generatedAt: isoTimestamp(io.clock),
    version: packageVersion(),
    split: options.split === true,
    ...(options.files !== undefined && { files: path.resolve(io.workingDirectory, options.files) }),
  });
  print(io, oneLine(`Wrote ${file}: ${pluralize(written.results, "result")}`));
  if (written.folder !== null) print(io, oneLine(`It needs the folder ${written.folder} beside it`));
  return 0;
}

async function openRun(source: string, io: CommandIo): Promise<ReportedRun> {
  const results = await openResultsFile(source, io.workingDirectory, (text) => warn(io, oneLine(text)));
  const { rubricDefinition } = await results.header();
  const header =
    results.kind === "log" ? await readResultLogHeader(path.resolve(io.workingDirectory, source)) : undefined;
  return {
    name: header?.runName ?? path.basename(source, path.extname(source)),
    benchmark: header?.benchmark.name ?? null,
    startedAt: header?.startedAt ?? null,
    results: () => results.read(),
    rubrics: rubricDefinition === null ? [] : [rubricFromDefinition(rubricDefinition)],
  };
}

/** Runs of the same name are told apart by their place. */
function withDifferentNames(runs: readonly ReportedRun[]): readonly ReportedRun[] {
  return runs.map((run, at) =>
    runs.some((other, place) => place !== at && other.name === run.name)
      ? { ...run, name: `${run.name} (${at + 1})` }
      : run,
  );
}
