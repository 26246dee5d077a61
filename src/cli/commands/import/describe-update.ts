import { oneLine, pluralize } from "../../../base/index.ts";
import {
  type QuestionUpdate,
  someLines,
  type TableQuestion,
  type UpdatePlan,
} from "../../../import/index.ts";

/** What a table makes of a benchmark, as a person reads it. */
export function updateLines(
  { added, changed, near, missing, same }: UpdatePlan,
  { takeNear, remove }: { readonly takeNear: boolean; readonly remove: boolean },
): readonly string[] {
  const counts = [
    `${added.length} new`,
    `${changed.length} changed`,
    ...(near.length === 0 ? [] : [`${near.length} perhaps with another text`]),
    `${missing.length} in no row`,
    `${same} as they were`,
  ];
  const nearTitle = takeNear
    ? "Changed texts"
    : "Perhaps the same with another text; taken as new without --take-near";
  const missingTitle = remove ? "In no row, and taken out" : "In no row, and kept; --remove takes them out";
  return [
    counts.join(", "),
    ...section("New", added.map(addedLine)),
    ...section("Changed", changed.flatMap(updateText)),
    ...section(nearTitle, near.flatMap(updateText)),
    ...section(
      missingTitle,
      missing.map(({ id, question }) => `- ${id}: ${short(question)}`),
    ),
  ];
}

/** Lines of a section are shown up to this number. */
const mostLines = 60;

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, ...someLines(lines.map(keepIndent), mostLines)];
}

const keepIndent = (line: string): string => `${/^ */.exec(line)?.[0] ?? ""}${oneLine(line.trimStart())}`;

const addedLine = ({ row, question }: TableQuestion): string => `+ row ${row}: ${short(question)}`;

function updateText({ id, row, question, fields, template }: QuestionUpdate): readonly string[] {
  return [
    `~ row ${row}, ${id}: ${short(question.question)}`,
    ...fields.map(({ field, before, now }) => `    ${named(field)}: ${apart(text(before), text(now))}`),
    ...(template === "stays"
      ? ["    template: it stays, and does not compare with this answer alone; look at it"]
      : []),
    ...(template === "follows" ? ["    template: it compares with the new answer"] : []),
  ];
}

const names: { readonly [field: string]: string } = { rawAnswer: "answer", answerNotes: "notes" };
const named = (field: string): string => names[field] ?? field;

const text = (said: unknown): string =>
  said === undefined ? "nothing" : typeof said === "string" ? said : JSON.stringify(said);

/** Two texts, of long ones that begin alike from a little before they differ. */
function apart(before: string, now: string): string {
  let at = 0;
  while (at < before.length && before[at] === now[at]) at += 1;
  const from = Math.max(before.length, now.length) > longest && at > longest / 2 ? at - longest / 4 : 0;
  const shown = (said: string) => short(`${from > 0 ? "…" : ""}${said.slice(from)}`);
  return `${shown(before)} -> ${shown(now)}`;
}

const longest = 80;
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** How many questions a benchmark has now, in words. */
export function draftsText(all: number, drafts: number): string {
  const questions = pluralize(all, "question");
  if (drafts === 0) return questions;
  if (drafts === all)
    return `${questions}, ${all === 1 ? "a draft that needs" : "all of them drafts that need"} a template`;
  return `${questions}, ${drafts} of them ${drafts === 1 ? "a draft that needs" : "drafts that need"} a template`;
}
