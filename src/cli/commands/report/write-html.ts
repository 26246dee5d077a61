import { existsSync } from "node:fs";
import path from "node:path";
import type { Label } from "../../../analysis/index.ts";
import { isoTimestamp, packageVersion, pluralize } from "../../../base/index.ts";
import { detailsFolder, type ReportedRun, writeHtmlReport } from "../../../report/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { type OpenedRun, withDifferentNames } from "./opened-run.ts";
import type { ReportOptions } from "./report-command.ts";

/** Refuses details that are there and may not be replaced. */
export function checkDetails(file: string, { split, overwrite }: ReportOptions): void {
  const folder = detailsFolder(file);
  if (split === true && overwrite !== true && existsSync(folder))
    throw usageError(
      `${folder} exists.`,
      "Choose another file, or replace the details in it with --overwrite.",
    );
}

/** Writes runs as a page for browsers; what to say of it. Logs are read one result at a time. */
export async function writeHtml(
  opened: readonly OpenedRun[],
  {
    file,
    options,
    labels,
    io,
  }: {
    readonly file: string;
    readonly options: ReportOptions;
    readonly labels: readonly (readonly Label[])[] | undefined;
    readonly io: CommandIo;
  },
): Promise<readonly string[]> {
  const runs = await Promise.all(opened.map((run) => reportedRun(run)));
  const benchmarks = [...new Set(runs.flatMap(({ benchmark }) => benchmark ?? []))];
  const names = benchmarks.length > 0 ? benchmarks : runs.map(({ name }) => name);
  const written = await writeHtmlReport(
    withDifferentNames(runs, (at) => String(at + 1)),
    {
      file,
      title: options.title ?? names.join(", "),
      generatedAt: isoTimestamp(io.clock),
      version: packageVersion(),
      split: options.split === true,
      ...(labels !== undefined && { labels }),
      ...(options.files !== undefined && { files: path.resolve(io.workingDirectory, options.files) }),
    },
  );
  return [
    `Wrote ${file}: ${pluralize(written.results, "result")}`,
    ...(written.folder === null ? [] : [`It needs the folder ${written.folder} beside it`]),
  ];
}

async function reportedRun({ file, rubrics, about, calibration }: OpenedRun): Promise<ReportedRun> {
  const { name, benchmark, startedAt } = await file.run();
  return {
    name: name ?? path.basename(file.path, path.extname(file.path)),
    benchmark: benchmark?.name || null,
    fingerprint: benchmark?.fingerprint || null,
    startedAt,
    tasks: await file.tasks(),
    unreadable: file.unreadable,
    results: () => file.read(),
    walks: () => file.walks(),
    scenarios: (await file.header()).scenarios,
    rubrics,
    about,
    calibration,
  };
}
