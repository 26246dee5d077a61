import path from "node:path";
import { type FileContent, oneLine, writeFileAtomically } from "../../../base/index.ts";
import { type QueryRun, queryRuns, queryToParquet, type RowsForm, renderRows } from "../../../query/index.ts";
import type { ResultsFile } from "../../../result/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { requireCsv } from "../../formulas-option.ts";
import { openResults, shownSource } from "../../open-results.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { refuseTwice } from "../../refuse-twice.ts";
import { warnUnfinished } from "../../warn-unfinished.ts";
import { printAnswer } from "./print-answer.ts";
import { printTables } from "./print-tables.ts";
import type { QueryCommandOptions } from "./query-command.ts";

/** A run that is asked, and how far it has come. */
type OpenedRun = QueryRun & Pick<ResultsFile, "progress">;

const textForms: { readonly [ending: string]: RowsForm } = {
  ".csv": "csv",
  ".json": "json",
  ".jsonl": "jsonl",
};
const parquet = ".parquet";

/** Runs SQL over the results of some runs, and prints or writes its answer. */
export async function query(
  given: readonly string[],
  options: QueryCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.tables) return printTables(given, io);
  const [statement, ...others] = given.toReversed();
  const files = others.toReversed();
  if (statement === undefined || files.length === 0)
    throw usageError(
      "Expected one or several results files, and behind them the SQL in quotes.",
      'Such as: npx karenina query results.jsonl "select outcome, count(*) from results group by all"',
    );
  const ending = options.output === undefined ? undefined : path.extname(options.output).toLowerCase();
  requireCsv(options.formulas, ending === ".csv" || (ending === undefined && options.format === "csv"));
  await refuseTwice(files, io.workingDirectory);
  const runs = await openRuns(files, io);
  if (options.output !== undefined) return writeAnswer(runs, statement, options.output, { options, io });
  await using answer = await whileCounting(queryRuns(runs, statement, { signal: io.interrupted }), runs, io);
  const { format = "table" } = options;
  if (format === "table") return await printAnswer(answer, io);
  const names = answer.columns.map(({ name }) => name);
  for await (const piece of renderRows({ names, rows: answer.rows() }, format, options))
    io.stdout.write(piece);
  return 0;
}

async function writeAnswer(
  runs: readonly OpenedRun[],
  statement: string,
  output: string,
  { options, io }: { readonly options: QueryCommandOptions; readonly io: CommandIo },
): Promise<ExitCode> {
  const file = path.resolve(io.workingDirectory, output);
  const ending = path.extname(file).toLowerCase();
  const form = Object.hasOwn(textForms, ending) ? textForms[ending] : undefined;
  if (form === undefined && ending !== parquet)
    throw usageError(
      `${output} should end in .csv, .json, .jsonl or .parquet.`,
      "Name the file with one of them.",
    );
  for (const { path: source } of runs) await refuseExisting({ file, source, overwrite: options.overwrite });
  const signal = { signal: io.interrupted };
  if (form === undefined) await whileCounting(queryToParquet(runs, statement, file, signal), runs, io);
  else {
    await using answer = await whileCounting(queryRuns(runs, statement, signal), runs, io);
    const names = answer.columns.map(({ name }) => name);
    const content: FileContent = renderRows({ names, rows: answer.rows() }, form, options);
    await writeFileAtomically(file, content);
  }
  print(io, oneLine(`Wrote ${file}`));
  return 0;
}

/** What is asked, when it is also known which runs did not end: long logs are read for both at once. */
async function whileCounting<Answer>(
  asked: Promise<Answer>,
  runs: readonly OpenedRun[],
  io: CommandIo,
): Promise<Answer> {
  const [answer] = await Promise.all([asked, warnUnfinished(runs, io)]);
  return answer;
}

/** Opens results files; each goes by its own name, and where several have one by their paths. */
async function openRuns(files: readonly string[], io: CommandIo): Promise<readonly OpenedRun[]> {
  const shown = files.map(shownSource);
  const names = shown.map((file) => path.basename(file));
  const isShared = new Set(names).size < names.length;
  const runs: OpenedRun[] = [];
  for (const [at, file] of files.entries()) {
    const opened = await openResults(file, io);
    runs.push({ ...opened, name: (isShared ? shown : names)[at] ?? file });
  }
  return runs;
}
