import { oneLine, pluralize } from "../../../base/index.ts";
import { Benchmark, demandProfile, demandScale } from "../../../benchmark/index.ts";
import {
  applyClassifications,
  type ClassificationReport,
  type ClassifiedQuestion,
  classifyQuestions,
} from "../../../drafting/index.ts";
import { removeReplyStore } from "../../../models/recording/index.ts";
import { type CommandIo, type ExitCode, print, printJson, warn } from "../../command-io.ts";
import { watchLateErrors } from "../../late-errors.ts";
import { terminalOn } from "../../report/terminal.ts";
import { wrapHanging } from "../../report/wrap-lines.ts";
import { selectAnyQuestions } from "../../select-questions.ts";
import type { DraftOptions } from "./draft-command.ts";
import type { Placed } from "./draftable.ts";
import type { DraftingModels } from "./drafting-models.ts";
import { areRepliesOfOthers, draftingOptions, goingOnText, repliesOf, spentText } from "./drafting-run.ts";

/** What is classified, and by whom. */
interface ClassificationRun {
  /** As it was given, and in full. */
  readonly file: string;
  readonly target: string;
  readonly benchmark: Benchmark;
  readonly models: DraftingModels;
}

/** Classifies questions by what they demand, those that nobody has classified, or with `--again` all that are chosen. Levels are kept as they come. */
export async function classify(
  { file, target, benchmark, models }: ClassificationRun,
  options: DraftOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const chosen = new Set(selectAnyQuestions(benchmark.content.questions, options).map(({ id }) => id));
  const open = benchmark.content.questions
    .map((question, number): Placed => ({ question, number }))
    .filter(({ question }) => chosen.has(question.id))
    .filter(({ question }) => options.again === true || demandProfile(question) === undefined);
  const questions = options.limit === undefined ? open : open.slice(0, options.limit);
  const numbers = new Map(questions.map(({ number, question }) => [question.id, number]));
  if (questions.length === 0 || options.dryRun === true) {
    if (options.json === true) printJson(io, { questions: questions.map(({ question }) => question.id) });
    else if (questions.length === 0)
      print(io, "There is nothing to classify: every question has its levels. --again takes them anew.");
    else for (const { number, question } of questions) print(io, oneLine(`#${number} ${question.question}`));
    return 0;
  }
  const replies = repliesOf(target, "classifying");
  const isKept = await areRepliesOfOthers(replies, options);
  using late = watchLateErrors(process, io.interrupted);
  const report = await classifyQuestions(
    questions.map(({ question }) => question),
    {
      ...draftingOptions(models, { options, io, signal: late.signal, replies }),
      classified: (done) => save(target, done, io),
    },
  );
  if (late.problem !== undefined) warn(io, oneLine(late.problem));
  const isWhole = report.left.length === 0 && report.ended === undefined;
  if (isWhole && !isKept) await removeReplyStore(replies);
  if (options.json === true) printJson(io, reportJson(report, numbers));
  else {
    const { columns } = terminalOn(io.stdout, io.environment);
    const verbose = options.verbose === true;
    for (const { indent = "", text } of shownLines(report, numbers, { file, verbose }))
      for (const part of wrapHanging(text, columns - 1 - indent.length)) print(io, `${indent}${part}`);
  }
  for (const [reason, of] of Map.groupBy(report.left, (one) => one.reason))
    warn(io, oneLine(`${pluralize(of.length, "question")} not classified: ${reason}`));
  if (!isWhole) io.stderr.write(`${goingOnText(replies, report)}\n`);
  if (report.ended === "stopped" || report.ended === "cancelled") return 130;
  return isWhole ? 0 : 1;
}

/** The file may have been edited while the model was at work: what stands there now is what levels go into. */
async function save(target: string, done: readonly ClassifiedQuestion[], io: CommandIo): Promise<void> {
  const benchmark = await Benchmark.load(target, { clock: io.clock });
  const now = new Map(benchmark.content.questions.map(({ id, question }) => [id, question]));
  const kept = done.filter(({ question }) => now.get(question.id) === question.question);
  for (const { question } of done.filter((one) => !kept.includes(one)))
    warn(
      io,
      oneLine(`question ${question.id} was changed in the file meanwhile: its levels are not written.`),
    );
  applyClassifications(benchmark, kept);
  await benchmark.save(target);
}

const codeOf = (scale: string): string => demandScale(scale)?.code ?? scale;

interface ShownLine {
  readonly indent?: string;
  readonly text: string;
}

function shownLines(
  { classified, spent }: ClassificationReport,
  numbers: ReadonlyMap<string, number>,
  { file, verbose }: { readonly file: string; readonly verbose: boolean },
): readonly ShownLine[] {
  const indent = "  ";
  const questions = classified.flatMap(({ question, profile: { demands } }): ShownLine[] => [
    { text: oneLine(`#${numbers.get(question.id)} ${question.question}`) },
    ...(verbose
      ? demands.map(({ scale, level, label, reason }) => ({
          indent,
          text: oneLine(`${scale} ${level} ${label.replaceAll("_", " ")}: ${reason}`),
        }))
      : [{ indent, text: demands.map(({ scale, level }) => `${codeOf(scale)} ${level}`).join(", ") }]),
  ]);
  return [
    ...questions,
    ...(questions.length === 0 ? [] : [{ text: "" }]),
    { text: `${pluralize(classified.length, "question")} classified. ${spentText(spent)}` },
    ...(classified.length === 0
      ? []
      : [
          {
            text: oneLine(
              `Wrote the levels into ${file}: summaries break down by them with --by adele:SCALE --benchmark ${file}.`,
            ),
          },
        ]),
  ];
}

const reportJson = (
  { classified, left, ended, spent }: ClassificationReport,
  numbers: ReadonlyMap<string, number>,
) => ({
  questions: classified.map(({ question, profile }) => ({
    id: question.id,
    number: numbers.get(question.id) ?? null,
    demands: profile.demands,
    model: profile.model,
    classified_at: profile.classifiedAt,
  })),
  left: left.map(({ question, reason }) => ({
    ...{ id: question.id, number: numbers.get(question.id) ?? null, reason },
  })),
  ended: ended ?? null,
  spent: { calls: spent.calls, tokens: spent.tokens, cost_usd: spent.costUsd },
});
