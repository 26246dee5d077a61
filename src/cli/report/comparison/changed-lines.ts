import type { ChangedQuestion } from "../../../analysis/index.ts";
import { oneLine } from "../../../base/index.ts";
import { sideText, whoseText } from "../../../report/index.ts";
import { cutToColumns } from "../columns.ts";
import { aligned, tableLines } from "../table.ts";
import { roomOn, type Terminal } from "../terminal.ts";
import { wrapText } from "../wrap-lines.ts";
import type { SideNames } from "./side-table.ts";

/** From this width on the sides stand beside each other. */
const wideTerminal = 120;
const questionColumns = 300;
const indent = "    ";

/** How changed questions are shown. */
export interface ChangedLines {
  readonly names: SideNames;
  readonly terminal: Terminal;
  /** `#12`, or nothing where no place is known. */
  readonly nameOf: (questionId: string) => string;
  readonly limit: number;
}

/** Questions on which two sides differ: what was expected, and what each side made of it. Nothing of it is cut. */
export function changedLines(
  questions: readonly ChangedQuestion[],
  { names, terminal, nameOf, limit }: ChangedLines,
): readonly string[] {
  if (questions.length === 0) return [];
  const shown = questions.slice(0, limit);
  const more = questions.length - shown.length;
  const room = roomOn(terminal);
  const head = (question: ChangedQuestion) =>
    `${nameOf(question.questionId)} ${cutToColumns(oneLine(question.questionText), questionColumns)}${whoseText(question)}`.trim();
  const isWide = Number.isFinite(room) && room >= wideTerminal;
  const lines = isWide
    ? tableLines(
        ["question", "expected", names.a, names.b].map((title) => ({ title: oneLine(title), align: "left" })),
        shown.map((question) => [
          head(question),
          oneLine(question.expected ?? ""),
          sideText(question.a),
          sideText(question.b),
        ]),
        { width: room },
      )
    : shown.flatMap((question) => [
        ...wrapText(head(question), room),
        ...aligned(
          [
            ...(question.expected === null ? [] : [["expected", oneLine(question.expected)]]),
            [oneLine(names.a), sideText(question.a)],
            [oneLine(names.b), sideText(question.b)],
          ],
          { room: { width: room - indent.length } },
        ).map((line) => indent + line),
      ]);
  return more > 0 ? [...lines, `and ${more} more: --limit ${questions.length} shows all of them`] : lines;
}
