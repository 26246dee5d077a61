import { oneLine } from "../../../base/index.ts";
import {
  type DraftedTemplate,
  type DraftTry,
  isAsItShould,
  isBeyondDoubt,
  storedDraftRecord,
  wantedVerdict,
} from "../../../drafting/index.ts";
import { type TemplateField, templateSpec } from "../../../template/index.ts";
import { cutToColumns } from "../../report/columns.ts";
import { aligned, tableLines } from "../../report/table.ts";
import type { Terminal } from "../../report/terminal.ts";

/** Where drafts are shown, and how much of them. */
interface Shown {
  readonly terminal: Terminal;
  readonly numbers: ReadonlyMap<string, number>;
  /** Every answer that was tried; else those of drafts that do not pass, or pass only without answers that the model took back. */
  readonly all: boolean;
}

const columns = [
  { title: "", align: "right" },
  { title: "question", align: "left" },
  { title: "fields and checks", align: "left" },
  { title: "right\npass", align: "right" },
  { title: "others\nfail", align: "right" },
  { title: "draft", align: "left" },
] as const;

/** A row for every question, and below the answers that show what a draft makes of them. */
export function draftLines(
  drafted: readonly DraftedTemplate[],
  { terminal, numbers, all }: Shown,
): readonly string[] {
  if (drafted.length === 0) return [];
  const width = terminal.columns - 1;
  const placeOf = ({ question }: DraftedTemplate) => `#${numbers.get(question.id) ?? ""}`;
  const cell = Math.max(16, Math.floor((width - 40) / 2));
  const rows = drafted.map((one) => [
    placeOf(one),
    cutToColumns(oneLine(one.question.question), cell * 2),
    cutToColumns(checksText(one), cell * 3),
    share(one.record.tries, "pass"),
    share(one.record.tries, "fail"),
    stateText(one),
  ]);
  const shown = drafted.filter(({ record }) => all || !isBeyondDoubt(record));
  return [
    ...tableLines(columns, rows, { width, narrowest: 12 }),
    "",
    ...shown.flatMap((one) => [
      cutToColumns(`${placeOf(one)} ${oneLine(one.question.question)}`, width),
      ...(one.record.reason === "" ? [] : [cutToColumns(`    ${oneLine(one.record.reason)}`, width)]),
      ...triedLines(one.record.tries, width),
      "",
    ]),
  ];
}

function triedLines(tries: readonly DraftTry[], width: number): readonly string[] {
  const rows = tries.map((tried) => [
    "   ",
    tried.withdrawn !== undefined
      ? "taken back"
      : isAsItShould(tried)
        ? tried.verdict
        : tried.verdict === "none"
          ? "no verdict"
          : `${tried.verdict}!`,
    tried.kind,
    oneLine(tried.withdrawn === undefined ? tried.answer : `${tried.answer} (${tried.withdrawn})`),
  ]);
  return aligned(rows, { room: { width, narrowest: 8 } });
}

/** How many of the answers that have to get a verdict get it. */
function share(tries: readonly DraftTry[], verdict: "pass" | "fail"): string {
  const counting = tries.filter(
    ({ kind, withdrawn }) => withdrawn === undefined && wantedVerdict(kind) === verdict,
  );
  return counting.length === 0 ? "" : `${counting.filter(isAsItShould).length}/${counting.length}`;
}

function stateText({ record: { state, drafts } }: DraftedTemplate): string {
  const ordinal = ["1st", "2nd", "3rd"][drafts - 1] ?? `${drafts}th`;
  return state === "passes" ? `${ordinal} passes` : state === "fails" ? "FAILS" : state;
}

function checksText({ template }: DraftedTemplate): string {
  if (template === undefined) return "nothing that can be used";
  return oneLine(template.fields.map(checkText).join("; "));
}

function checkText({ name, verification }: TemplateField): string {
  if (verification === undefined) return name;
  return `${name}: ${verification.verifyWith.type} ${JSON.stringify(verification.groundTruth)}`;
}

/** A draft as JSON. */
export function draftJson(
  { question, template, record }: DraftedTemplate,
  numbers: ReadonlyMap<string, number>,
) {
  return {
    ...{
      number: numbers.get(question.id) ?? null,
      id: question.id,
      question: question.question,
      answer: question.rawAnswer,
    },
    template: template === undefined ? null : templateSpec(template),
    draft: storedDraftRecord(record),
  };
}
