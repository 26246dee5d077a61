import { appendFile } from "node:fs/promises";
import path from "node:path";
import type { Calibration } from "../../../analysis/index.ts";
import { KareninaError, messageOf, oneLine, pluralize, writeFileAtomically } from "../../../base/index.ts";
import { annotations, junitReport, type RunReport, renderMarkdown } from "../../../report/index.ts";
import { lackingText } from "../../../result/index.ts";
import { groupingsWith, questionsFor } from "../../asked-groupings.ts";
import { type CommandIo, type ExitCode, print, warn } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { openGates } from "../../gates/open-gates.ts";
import { calibrationOf, labelsOf } from "../../labels-option.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { refuseTwice } from "../../refuse-twice.ts";
import { endWithGates } from "../../report/gate-lines.ts";
import { snakeKeys } from "../../snake-keys.ts";
import { openRun, reportOf, withDifferentNames } from "./opened-run.ts";
import { questionSources } from "./question-sources.ts";
import type { ReportOptions } from "./report-command.ts";
import { checkDetails, writeHtml } from "./write-html.ts";

type Form = "html" | "md" | "xml" | "json";

const forms: ReadonlyMap<string, Form> = new Map([
  [".html", "html"],
  [".htm", "html"],
  [".md", "md"],
  [".xml", "xml"],
  [".json", "json"],
]);

/**
 * Writes reports of runs, each in the form that the ending of its file says, and tells GitHub of them. With gates, a missed one
 * ends with exit code 1 when all is written.
 */
export async function report(
  sources: readonly string[],
  options: ReportOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const outputs = (options.output ?? []).map((output) => ({
    file: path.resolve(io.workingDirectory, output),
    form: formOf(output),
  }));
  if (new Set(outputs.map(({ file }) => file)).size < outputs.length)
    throw usageError("Two outputs are one file.", "Name a file for each.");
  const summaryFile = stepSummaryFile(options, io);
  if (outputs.length === 0 && options.annotations === undefined && summaryFile === undefined)
    throw usageError("A report needs a file to write: -o report.html, .md, .xml or .json.");
  if (sources.length > 1 && outputs.some(({ form }) => form === "json"))
    throw usageError("A summary as JSON is of one run.", "Name one file of results.");
  await refuseTwice(sources, io.workingDirectory);
  const { baseline } = options;
  const read = [...sources, ...(baseline === undefined ? [] : [baseline])];
  for (const { file, form } of outputs) {
    for (const source of read.map((name) => path.resolve(io.workingDirectory, name)))
      await refuseExisting({ file, source, overwrite: options.overwrite });
    if (form === "html") checkDetails(file, options);
  }
  const labels = await labelsOf(options.labels, io);
  const gates = await openGates(options, io, { alsoCompares: true, labels });
  const { by = [], benchmark } = options;
  const { workingDirectory } = io;
  const questions = await questionsFor("--by", by, { benchmark, workingDirectory });
  const about = { breakdowns: groupingsWith(by), ...(questions !== undefined && { questions }) };
  const runs = await Promise.all(sources.map((source) => openRun(source, about, io)));
  for (const [at, { file, rubrics }] of runs.entries()) {
    gates.checkScales(rubrics);
    const lacking = lackingText(await file.progress());
    if (lacking !== null) warn(io, oneLine(`${sources[at]}: ${lacking}.`));
  }
  const calibrations: (Calibration | undefined)[] = [];
  for (const [at, { file }] of runs.entries())
    calibrations.push(await calibrationOf(options.labels, { name: sources[at] ?? "", file }, io));
  const isSummarised =
    options.gates !== undefined ||
    options.gate !== undefined ||
    outputs.some(({ form }) => form !== "html") ||
    outputs.length === 0;
  const summarised: RunReport[] = [];
  if (isSummarised) {
    for (const [at, run] of runs.entries())
      summarised.push(await reportOf(run, gates, { title: options.title, calibration: calibrations[at] }));
  }
  const annotated = options.annotations === true ? undefined : options.annotations;
  const sourceOf = isSummarised ? await questionSources(annotated ?? benchmark, io) : undefined;
  const located = summarised.map((run) => ({ ...run, sourceOf }));
  const reports = withDifferentNames(located, (at) => path.basename(sources[at] ?? ""));
  for (const { file, form } of outputs) {
    const compared = baseline === undefined ? [] : [await openRun(baseline, about, io)];
    const said =
      form === "html"
        ? await writeHtml(
            [...compared, ...runs.map((run, place) => ({ ...run, calibration: calibrations[place] }))],
            { file, options, labels, io },
          )
        : await writeOther(form, reports, { file, limit: options.limit });
    for (const line of said) print(io, oneLine(line));
  }
  if (summaryFile !== undefined) await append(summaryFile, markdownOf(reports, options.limit));
  if (options.annotations !== undefined) {
    for (const one of reports) for (const line of annotations(one, annotated)) sayCommand(io, line);
  }
  return endWithGates(
    reports.flatMap((one) => one.gates),
    io,
  );
}

function sayCommand({ stdout }: CommandIo, line: string): void {
  if (stdout.command === undefined) stdout.write(`${line}\n`);
  else stdout.command(line);
}

function formOf(output: string): Form {
  const form = forms.get(path.extname(output).toLowerCase());
  if (form !== undefined) return form;
  throw usageError(
    `${output} does not say its form.`,
    "Endings are .html (a page), .md (Markdown), .xml (JUnit) and .json (the summary).",
  );
}

const markdownOf = (reports: readonly RunReport[], limit: number | undefined): string =>
  reports.map((one) => renderMarkdown(one, limit)).join("\n");

async function writeOther(
  form: Exclude<Form, "html">,
  reports: readonly RunReport[],
  { file, limit }: { readonly file: string; readonly limit: number | undefined },
): Promise<readonly string[]> {
  const [first] = reports;
  const more = {
    ...(first?.calibration !== undefined && { calibration: first.calibration }),
    ...(first?.gates.length && { gates: first.gates }),
  };
  const content = {
    md: () => markdownOf(reports, limit),
    xml: () => junitReport(reports),
    json: () => `${JSON.stringify(snakeKeys({ ...first?.summary, ...more }), null, 2)}\n`,
  };
  await writeFileAtomically(file, content[form]());
  const results = reports.reduce(
    (sum, { summary: { overall, scenarios } }) =>
      sum + overall.results + (scenarios?.turns.overall.results ?? 0),
    0,
  );
  return [`Wrote ${file}: ${pluralize(results, "result")}`];
}

function stepSummaryFile({ stepSummary }: ReportOptions, { environment }: CommandIo): string | undefined {
  if (stepSummary !== true) return undefined;
  const file = environment.GITHUB_STEP_SUMMARY;
  if (file !== undefined && file !== "") return file;
  throw usageError(
    "--step-summary: GITHUB_STEP_SUMMARY is not set.",
    "GitHub Actions sets it; elsewhere write the same with -o report.md.",
  );
}

async function append(file: string, text: string): Promise<void> {
  try {
    await appendFile(file, text);
  } catch (error) {
    throw new KareninaError(
      "file_unwritable",
      `Cannot write the step summary to ${file}: ${messageOf(error)}.`,
      {
        cause: error,
      },
    );
  }
}
