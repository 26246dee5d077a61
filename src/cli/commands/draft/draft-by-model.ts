import { isDeepStrictEqual } from "node:util";
import { oneLine, pluralize } from "../../../base/index.ts";
import { Benchmark, type Question, templateIdOf } from "../../../benchmark/index.ts";
import {
  applyDrafts,
  type DraftedTemplate,
  type DraftingReport,
  draftTemplates,
  isBeyondDoubt,
} from "../../../drafting/index.ts";
import { removeReplyStore } from "../../../models/recording/index.ts";
import { type CommandIo, type ExitCode, print, printJson, warn } from "../../command-io.ts";
import { watchLateErrors } from "../../late-errors.ts";
import { terminalOn } from "../../report/terminal.ts";
import { wrapLine } from "../../report/wrap-lines.ts";
import type { DraftOptions } from "./draft-command.ts";
import { draftJson, draftLines } from "./draft-lines.ts";
import type { Placed } from "./draftable.ts";
import type { DraftingModels } from "./drafting-models.ts";
import { areRepliesOfOthers, draftingOptions, goingOnText, repliesOf, spentText } from "./drafting-run.ts";

/** What is drafted, for whom. */
interface ModelRun {
  /** As it was given, and in full. */
  readonly file: string;
  readonly target: string;
  readonly questions: readonly Placed[];
  readonly models: DraftingModels;
}

/** Drafts templates by a model and tries them. What was paid for is kept beside the benchmark until all of it is written. */
export async function draftByModel(
  { file, target, questions, models }: ModelRun,
  options: DraftOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const replies = repliesOf(target, "drafting");
  const isKept = await areRepliesOfOthers(replies, options);
  if (questions.length === 0) {
    if (!isKept && options.dryRun !== true) await removeReplyStore(replies);
    if (options.json === true) printJson(io, { questions: [] });
    else print(io, "There is nothing to draft: every question has a template.");
    return 0;
  }
  if (options.dryRun === true) {
    const named = questions.map(({ number, question }) => `#${number} ${oneLine(question.question)}`);
    if (options.json === true) printJson(io, { questions: questions.map(({ question }) => question.id) });
    else
      for (const line of [
        ...named,
        `${pluralize(questions.length, "question")} would be drafted by ${oneLine(models.draftingModel.modelName ?? "")}.`,
      ])
        print(io, line);
    return 0;
  }
  using late = watchLateErrors(process, io.interrupted);
  const report = await draftTemplates(
    questions.map(({ question }) => question),
    {
      ...draftingOptions(models, { options, io, signal: late.signal, replies }),
      drafted: (drafts) => saveDrafts(target, drafts, options, io),
    },
  );
  if (late.problem !== undefined) warn(io, oneLine(late.problem));
  const isWhole =
    report.left.length === 0 && report.drafted.every(({ record }) => record.state !== "undecided");
  if (isWhole && !isKept) await removeReplyStore(replies);
  const numbers = new Map(questions.map(({ number, question }) => [question.id, number]));
  if (options.json === true) printJson(io, reportJson(report, numbers));
  else {
    const terminal = terminalOn(io.stdout, io.environment);
    const shown = { terminal, numbers, all: options.verbose === true };
    for (const line of [...draftLines(report.drafted, shown), ...closingLines(report, file, options)])
      for (const part of wrapLine(line, terminal.columns - 1)) print(io, part);
  }
  complain(report, io);
  if (!isWhole) io.stderr.write(`${goingOnText(replies, report)}\n`);
  if (report.ended === "stopped" || report.ended === "cancelled") return 130;
  return isWhole ? 0 : 1;
}

/** The file may have been edited while models were at work: what stands there now is what drafts go into. */
async function saveDrafts(
  target: string,
  drafts: readonly DraftedTemplate[],
  { finish = false }: DraftOptions,
  io: CommandIo,
): Promise<void> {
  const benchmark = await Benchmark.load(target, { clock: io.clock });
  const now = new Map(benchmark.content.questions.map((question) => [question.id, question]));
  const kept = drafts.filter(({ question }) => {
    const { id } = question;
    const there = now.get(id);
    const isSame = there !== undefined && isDeepStrictEqual(draftedFrom(there), draftedFrom(question));
    if (!isSame)
      warn(
        io,
        `question ${oneLine(id)} was changed in the file while it was drafted: its draft is not written.`,
      );
    return isSame;
  });
  applyDrafts(benchmark, kept);
  if (finish)
    for (const { question, record } of kept) if (isBeyondDoubt(record)) benchmark.markFinished(question.id);
  await benchmark.save(target);
}

/** What a draft follows from, and what it takes the place of. */
function draftedFrom(question: Question): object {
  const { question: text, rawAnswer, answerNotes, messages, systemPrompt, finished } = question;
  return { text, rawAnswer, answerNotes, messages, systemPrompt, finished, template: templateIdOf(question) };
}

function closingLines(
  { drafted, spent }: DraftingReport,
  file: string,
  { finish = false }: DraftOptions,
): readonly string[] {
  const passing = drafted.filter(({ record }) => record.state === "passes");
  const first = passing.filter(({ record }) => record.drafts === 1).length;
  const count = (state: string) => drafted.filter(({ record }) => record.state === state).length;
  const withdrawing = passing.filter(({ record }) => !isBeyondDoubt(record)).length;
  const { length } = passing;
  const states = [
    length === 0
      ? "none passes what it was tried on"
      : `${length} ${length === 1 ? "passes what it was" : "pass what they were"} tried on (${first} with the first draft)`,
    ...(count("fails") > 0 ? [`${count("fails")} ${count("fails") === 1 ? "does" : "do"} not`] : []),
    ...(count("undecided") > 0 ? [`${count("undecided")} could not be tried on everything`] : []),
  ];
  const further = finish
    ? `Those that pass are finished: a run takes them.${withdrawing === 0 ? "" : ` Not ${withdrawing} of which the model took answers back: look at them.`}`
    : "They stay drafts until you say otherwise: look at each of them.";
  return [
    `${pluralize(drafted.length, "question")} drafted${drafted.length === 0 ? "" : `: ${states.join(", ")}`}.`,
    spentText(spent),
    ...(drafted.length === 0 ? [] : [oneLine(`Wrote them into ${file}. ${further}`)]),
  ];
}

function complain({ left, drafted }: DraftingReport, io: CommandIo): void {
  for (const [reason, of] of Map.groupBy(left, (one) => one.reason))
    warn(io, oneLine(`${pluralize(of.length, "question")} not drafted: ${reason}`));
  for (const [why, of] of Map.groupBy(
    drafted.flatMap(({ record }) => record.tries.flatMap(({ why: reason }) => reason ?? [])),
    (reason) => reason,
  ))
    warn(io, oneLine(`${pluralize(of.length, "answer")} without a verdict: ${why}`));
}

const reportJson = (
  { drafted, left, ended, spent }: DraftingReport,
  numbers: ReadonlyMap<string, number>,
) => ({
  questions: drafted.map((one) => draftJson(one, numbers)),
  left: left.map(({ question, reason }) => ({
    id: question.id,
    number: numbers.get(question.id) ?? null,
    reason,
  })),
  ended: ended ?? null,
  spent: { calls: spent.calls, tokens: spent.tokens, cost_usd: spent.costUsd },
});
