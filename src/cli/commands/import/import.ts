import { existsSync } from "node:fs";
import path from "node:path";
import { KareninaError, oneLine, pluralize } from "../../../base/index.ts";
import { Benchmark, benchmarkPath } from "../../../benchmark/index.ts";
import {
  addDrafts,
  applyUpdate,
  type ColumnChoice,
  type ColumnRequest,
  chooseColumns,
  type Duplicate,
  findDuplicates,
  openDataset,
  planUpdate,
  readSuite,
  readTable,
  someLines,
  type Table,
  type TableQuestion,
  tableQuestions,
} from "../../../import/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { refuseExisting } from "../../refuse-existing.ts";
import { askColumns, askOne } from "./ask-columns.ts";
import { columnLines, tableLines } from "./describe-table.ts";
import { draftsText, updateLines } from "./describe-update.ts";
import type { ImportOptions } from "./import-command.ts";
import { importSuite } from "./import-suite.ts";

/** Makes a benchmark of a table, or brings one up to date. Whatever there is to know is said before anything is written. */
export async function importFile(file: string, options: ImportOptions, io: CommandIo): Promise<ExitCode> {
  const source = path.resolve(io.workingDirectory, file);
  const target = benchmarkPath(path.resolve(io.workingDirectory, options.output ?? usualOutput(file)));
  const exists = existsSync(target);
  refuseContradictions(options);
  if (!exists || options.overwrite === true)
    await refuseExisting({ file: target, source, overwrite: options.overwrite });
  const prompts = options.yes === true ? undefined : io.prompts;
  const dataset = await openDataset(source, {
    split: options.split,
    ...(prompts !== undefined && {
      chooseSplit: (splits) => askOne(prompts, "Which split is read?", splits),
    }),
  });
  if (dataset === undefined && options.split !== undefined)
    throw usageError(`--split names a split of a dataset in a folder; ${file} is none.`);
  if (dataset !== undefined && dataset.splits.length > 1)
    print(io, oneLine(`${dataset.name} has ${dataset.splits.join(", ")}; ${dataset.split} is read`));
  const suite = options.from === "table" ? undefined : await readSuite(dataset ?? source, options.from);
  if (suite !== undefined) return await importSuite(suite, { source, target, options, io });
  if (options.from !== undefined && options.from !== "table")
    throw usageError(
      `${file} is nothing that --from ${options.from} reads, or is not there.`,
      "Suites are .yaml, .json, .jsonl, .eval or .parquet.",
    );
  if (options.answers !== undefined)
    throw usageError(
      "--answers is about logs and suites that hold answers; this file is a table of questions.",
    );
  const table = await readTable(dataset ?? source, {
    ...options,
    ...(prompts !== undefined && {
      chooseSheet: (sheets) => askOne(prompts, "Which sheet holds the questions?", sheets),
    }),
  });
  for (const line of tableLines(table)) print(io, line);
  const choice = await columnsOf(table, options, io);
  const { questions, incomplete } = tableQuestions(table, choice, options);
  printLines(
    io,
    "left out",
    incomplete.map(({ row, message }) => `row ${row} ${message}`),
  );
  const rows = withoutDuplicates(questions, options, io);
  if (rows === undefined) return 1;
  const task = { rows, choice, source, target, options, io };
  return exists && options.overwrite !== true ? bringUpToDate(task) : writeNew(task);
}

/** Beside whoever calls, named as what it is made of; a suite in YAML keeps its name. */
function usualOutput(file: string): string {
  const { name, ext } = path.parse(file);
  return /^\.ya?ml$/i.test(ext) ? `${name}-benchmark.yaml` : `${name}.yaml`;
}

interface ImportTask {
  readonly rows: readonly TableQuestion[];
  readonly choice: ColumnChoice;
  readonly source: string;
  readonly target: string;
  readonly options: ImportOptions;
  readonly io: CommandIo;
}

function refuseContradictions({ update, overwrite, takeNear, remove }: ImportOptions): void {
  if (update === true && overwrite === true)
    throw usageError(
      "--update and --overwrite contradict each other: one keeps what the file has, the other does not.",
    );
  if (overwrite === true && (takeNear ?? remove) === true)
    throw usageError("--take-near and --remove are about questions that stay; --overwrite keeps none.");
}

async function columnsOf(table: Table, options: ImportOptions, io: CommandIo): Promise<ColumnChoice> {
  const request = columnRequest(table, options);
  if (io.prompts !== undefined && options.yes !== true) return askColumns(io.prompts, table, request);
  const choice = chooseColumns(table, request);
  for (const line of columnLines(choice)) print(io, line);
  return choice;
}

function columnRequest({ columns }: Table, options: ImportOptions): ColumnRequest {
  const { property, ignore, keywords, ...named } = options;
  return {
    ...{ question: named.question, answer: named.answer, id: named.id, url: named.url, notes: named.notes },
    ...{ author: named.author, authorEmail: named.authorEmail, authorAffiliation: named.authorAffiliation },
    ...{ properties: property, ignore },
    ...(keywords !== undefined && { keywords: keywords.map((one) => keywordColumn(columns, one)) }),
  };
}

/** A column, or one with a separator behind its last colon. */
function keywordColumn(columns: readonly string[], given: string) {
  const colon = given.lastIndexOf(":");
  if (columns.includes(given) || colon === -1) return { column: given };
  const separator = given
    .slice(colon + 1)
    .replaceAll("\\n", "\n")
    .replaceAll("\\t", "\t");
  return { column: given.slice(0, colon), ...(separator !== "" && { separator }) };
}

/** The rows that are taken, or undefined where they are refused. Near duplicates are only told. */
function withoutDuplicates(
  questions: readonly TableQuestion[],
  { duplicates }: ImportOptions,
  io: CommandIo,
): readonly TableQuestion[] | undefined {
  const found = findDuplicates(questions);
  const byRow = new Map(questions.map((question) => [question.row, question]));
  const line = ({ kind, row, of, alike }: Duplicate) => {
    const [later, first] = [byRow.get(row), byRow.get(of)];
    const share = alike < 1 ? ` (${Math.round(alike * 100)} % alike)` : "";
    const answers = kind === "conflict" ? ` ${short(later?.rawAnswer)}, and ${short(first?.rawAnswer)}` : "";
    return `row ${row} and row ${of}${share}: ${short(later?.question)}${answers}`;
  };
  const ofKind = (kind: Duplicate["kind"]) => found.filter((one) => one.kind === kind);
  printLines(io, "the same question and answer", ofKind("same").map(line));
  printLines(io, "the same question with another answer", ofKind("conflict").map(line));
  printLines(io, "nearly the same question; both are kept", ofKind("near").map(line));
  const repeated = new Set(found.flatMap(({ kind, row }) => (kind === "near" ? [] : [row])));
  if (repeated.size === 0 || duplicates === "keep") return questions;
  if (duplicates === "skip") return questions.filter(({ row }) => !repeated.has(row));
  io.stderr.write(
    `error: ${pluralize(repeated.size, "row")} with a question that stands above; nothing was written.\nhint: Mend the table, or leave them out with --duplicates skip, or keep both with --duplicates keep.\n`,
  );
  return undefined;
}

const short = (text = ""): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

function printLines(io: CommandIo, title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  print(io, `${title}:`);
  for (const line of someLines(lines.map((one) => oneLine(one)))) print(io, line);
}

async function writeNew({ rows, source, target, options, io }: ImportTask): Promise<ExitCode> {
  const now = io.clock.now(); // one date for all, which the file says once
  const name = options.name ?? path.parse(source).name;
  const benchmark = Benchmark.create({ name, clock: { ...io.clock, now: () => now } });
  addDrafts(benchmark, rows);
  if (options.dryRun === true) {
    print(io, oneLine(`Nothing was written; ${target} would have ${draftsText(rows.length, rows.length)}.`));
    return 0;
  }
  return save(benchmark, target, io);
}

async function bringUpToDate({ rows, choice, target, options, io }: ImportTask): Promise<ExitCode> {
  const benchmark = await Benchmark.load(target, { clock: io.clock });
  const plan = planUpdate(benchmark.content.questions, rows, choice);
  const { remove = false, dryRun = false, update = false } = options;
  let { takeNear = false } = options;
  print(io, "");
  print(io, oneLine(`Compared with ${target}:`));
  for (const line of updateLines(plan, { takeNear, remove })) print(io, line);
  const { added, changed, near, missing } = plan;
  if (added.length + changed.length + near.length + (remove ? missing.length : 0) === 0) {
    print(io, "Nothing has to be written.");
    return 0;
  }
  if (dryRun) {
    print(io, "\nNothing was written.");
    return 0;
  }
  const { prompts } = io;
  if (prompts !== undefined && options.yes !== true) {
    if (near.length > 0 && !takeNear)
      takeNear = await prompts.yesOrNo({
        message: `Are the ${near.length} of nearly the same text the same questions, edited?`,
        initial: true,
      });
    if (!update && !(await prompts.yesOrNo({ message: `Write that to ${target}?`, initial: true })))
      throw new KareninaError("cancelled", "Nothing was written.");
  } else if (!update) {
    io.stderr.write(
      `error: ${oneLine(target)} exists; nothing was written.\nhint: --update writes what is shown above and keeps templates, rubrics and finished marks; --overwrite makes the file anew.\n`,
    );
    return 1;
  }
  applyUpdate(benchmark, plan, { rows, takeNear, remove });
  return save(benchmark, target, io);
}

async function save(benchmark: Benchmark, target: string, io: CommandIo): Promise<ExitCode> {
  await benchmark.save(target);
  const { questions } = benchmark.content;
  const drafts = questions.filter(({ template, finished }) => template === undefined && !finished);
  print(io, "");
  print(io, oneLine(`Wrote ${target}: ${draftsText(questions.length, drafts.length)}.`));
  return 0;
}
