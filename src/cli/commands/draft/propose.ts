import { oneLine, pluralize } from "../../../base/index.ts";
import { type Benchmark, type Question, templateIdOf } from "../../../benchmark/index.ts";
import { draftProperty, storedDraftRecord } from "../../../drafting/index.ts";
import { proposeTemplate, type TemplateProposal, templateSpec } from "../../../template/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { terminalOn } from "../../report/terminal.ts";
import { wrapLine } from "../../report/wrap-lines.ts";
import { shellWord } from "../../shell-word.ts";
import type { DraftOptions } from "./draft-command.ts";
import type { Placed } from "./draftable.ts";

interface Drafted extends Placed {
  readonly proposal: TemplateProposal | undefined;
}

/** What templates are proposed for. */
interface ProposalRun {
  /** As it was given, and in full. */
  readonly file: string;
  readonly target: string;
  readonly benchmark: Benchmark;
  readonly questions: readonly Placed[];
}

/** Proposes a template for every question that has none, shows why, and writes them into the benchmark. */
export async function propose(
  { file, target, benchmark, questions }: ProposalRun,
  options: DraftOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const drafted = questions.map(
    (placed): Drafted => ({ ...placed, proposal: proposeTemplate(askedOf(placed.question)) }),
  );
  const found = drafted.filter(({ proposal }) => proposal !== undefined);
  if (options.json === true) printJson(io, { questions: drafted.map(draftJson) });
  else printDrafts(drafted, io);
  if (options.dryRun === true || found.length === 0) {
    if (options.json !== true) print(io, "Nothing was written.");
    return 0;
  }
  for (const { question, proposal } of found) {
    if (proposal === undefined) continue;
    benchmark.setTemplate(question.id, proposal.template);
    benchmark.setQuestionCustomProperty(
      question.id,
      draftProperty,
      recordOf(benchmark.getQuestion(question.id), proposal),
    );
    if (options.finish === true) benchmark.markFinished(question.id);
  }
  await benchmark.save(target);
  if (options.json !== true) print(io, oneLine(savedText(file, found.length, options)));
  return 0;
}

const recordOf = (question: Question, { reason, caution }: TemplateProposal) =>
  storedDraftRecord({
    ...{ state: "untried", by: null, judge: null, drafts: 1, reason: `${reason} ${caution}` },
    ...{ fieldReasons: {}, tries: [], templateId: templateIdOf(question) },
  });

const askedOf = ({ question, rawAnswer, answerNotes }: Question) => ({
  question,
  answer: rawAnswer,
  notes: answerNotes,
});

function printDrafts(drafted: readonly Drafted[], io: CommandIo): void {
  const { columns } = terminalOn(io.stdout, io.environment);
  if (drafted.length === 0) {
    print(io, "There is nothing to propose: every question has a template, or a model has drafted it.");
    return;
  }
  for (const { number, question, proposal } of drafted) {
    const answer = oneLine(question.rawAnswer);
    const said = [
      `${proposal?.form ?? "nothing"}: ${answer.length > 70 ? `${answer.slice(0, 69)}…` : answer}`,
      proposal === undefined
        ? "Nothing is proposed: the expected answer says nothing."
        : oneLine(`${proposal.reason} ${proposal.caution}`),
    ];
    for (const part of wrapLine(`#${number} ${oneLine(question.question)}`, columns - 1)) print(io, part);
    for (const part of said.flatMap((line) => wrapLine(line, columns - 5))) print(io, `    ${part}`);
  }
  const forms = Map.groupBy(drafted, ({ proposal }) => proposal?.form ?? "nothing");
  const counts = [...forms].map(([form, of]) => `${of.length} ${form}`).join(", ");
  print(io, `${pluralize(drafted.length, "question")} without a template: ${counts}.`);
}

const savedText = (file: string, count: number, { finish }: DraftOptions): string =>
  `Wrote ${pluralize(count, "template")} into ${file}. ${
    finish === true
      ? "Their questions are finished: a run takes them."
      : `Look at them: \`npx karenina review ${shellWord(file)}\`. With --finish, or without \`finished: false\`, a run takes them.`
  }`;

function draftJson({ number, question, proposal }: Drafted) {
  return {
    ...{ number, id: question.id, question: question.question, answer: question.rawAnswer },
    form: proposal?.form ?? null,
    reason: proposal?.reason ?? null,
    caution: proposal?.caution ?? null,
    template: proposal === undefined ? null : templateSpec(proposal.template),
  };
}
