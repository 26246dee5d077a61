import path from "node:path";
import { oneLine, pluralize } from "../../../base/index.ts";
import {
  openReview,
  type Review,
  type ReviewEntry,
  reviewEntries,
  reviewQuestion,
} from "../../../review/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { isModule, loadBenchmark } from "../../load-benchmark.ts";
import { cutToColumns } from "../../report/columns.ts";
import { tableLines } from "../../report/table.ts";
import { tableRoom } from "../../report/terminal.ts";
import { snakeKeys } from "../../snake-keys.ts";
import { askReview } from "./ask-review.ts";
import type { ReviewOptions } from "./review-command.ts";

/** Has somebody look at drafted questions: at the terminal, or as a list. */
export async function review(file: string, options: ReviewOptions, io: CommandIo): Promise<ExitCode> {
  if (isModule(file))
    throw usageError(`${file} is a module; what is decided is written into .yaml and .jsonld files.`);
  const target = path.resolve(io.workingDirectory, file);
  const opened = await openReview(target).catch(async (error: unknown) => {
    await loadBenchmark(file, io.workingDirectory); // says what else the file may be
    throw error;
  });
  const entries = chosen(opened, options);
  if (options.json === true) {
    const questions = [];
    for (const { id } of entries) questions.push(await reviewQuestion(opened, id));
    printJson(io, snakeKeys({ file, questions }));
    return 0;
  }
  if (options.list === true) {
    printList(opened, entries, io);
    return 0;
  }
  if (entries.length === 0) {
    print(io, oneLine(`Nothing to look at in ${file}: ${countText(opened)}.`));
    return 0;
  }
  if (io.prompts === undefined)
    throw usageError(
      "Questions are reviewed at a terminal, and this is none.",
      `--list shows them and --json has all there is to see. In ${file} a question is accepted by taking its line \`finished: false\` away.`,
    );
  return askReview(opened, { ids: entries.map(({ id }) => id), prompts: io.prompts, file, io });
}

function chosen(opened: Review, { only, questionIds }: ReviewOptions): readonly ReviewEntry[] {
  const ids = new Set(questionIds);
  const all = reviewEntries(opened, only ?? (ids.size > 0 ? "all" : "unfinished"));
  const known = new Set(opened.content.questions.map(({ id }) => id));
  const unknown = [...ids].filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw usageError(
      `--question-ids: no question has the id ${unknown.map((id) => JSON.stringify(id)).join(", ")}.`,
      "--list --only all lists the questions with their ids.",
    );
  return ids.size > 0 ? all.filter(({ id }) => ids.has(id)) : all;
}

const countText = (opened: Review): string => {
  const { length } = opened.content.questions;
  const left = reviewEntries(opened, "unfinished").length;
  return `${pluralize(length, "question")}, ${left === 0 ? "all finished" : `${left} not finished`}`;
};

const columns = [
  { title: "Id", align: "left" },
  { title: "Question", align: "left" },
  { title: "Template", align: "left" },
  { title: "Tried", align: "left" },
  { title: "Finished", align: "left" },
] as const;
const longestQuestion = 70;

function printList(opened: Review, entries: readonly ReviewEntry[], io: CommandIo): void {
  const rows = entries.map(({ id, question, hasTemplate, trials, finished }) => [
    oneLine(id),
    cutToColumns(oneLine(question), longestQuestion),
    hasTemplate ? "yes" : "none",
    trials === null ? "not" : `${trials.right} of ${trials.of} right`,
    finished ? "yes" : "no",
  ]);
  if (rows.length > 0) for (const line of tableLines(columns, rows, tableRoom(io.stdout))) print(io, line);
  print(io, `${rows.length === 0 ? "" : "\n"}${entries.length} of ${countText(opened)}.`);
}
