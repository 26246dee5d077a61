import type { CategoryFailures, FailureItem } from "../../analysis/index.ts";
import { cutToColumns } from "./columns.ts";
import { oneLine } from "./harmless-text.ts";
import { outcomeWords } from "./outcome-mark.ts";
import { aligned } from "./table.ts";
import { paint, questionRoom, roomOn, type Terminal } from "./terminal.ts";

const indent = "  ";
const mostPerCategory = 10;
const questionColumns = 40;
const modelColumns = 30;
const reasonColumns = 700;

/** Failures by category, most frequent first: where each happened and why. `counted`: categories that are only counted. */
export function failureLines(
  failures: readonly CategoryFailures[],
  {
    terminal,
    counted,
  }: { readonly terminal: Terminal; readonly counted: (failures: CategoryFailures) => boolean },
): readonly string[] {
  return failures.flatMap((category) => [
    paint(terminal, "strong", headOf(category)),
    ...(counted(category) ? [] : itemLines(category, terminal)),
  ]);
}

/** A category's own name says why, but for that of plain wrong answers. */
function headOf({ category, count, items }: CategoryFailures): string {
  if (category === "content") return `wrong answers: ${count}`;
  const outcomes = new Set(items.map(({ outcome }) => outcomeWords(outcome)));
  return `${category}: ${count} (${[...outcomes].join(", ")})`;
}

function itemLines({ items, count }: CategoryFailures, terminal: Terminal): readonly string[] {
  const shown = items.slice(0, mostPerCategory);
  const more = count - shown.length;
  const room = { width: roomOn(terminal) - indent.length, narrowestLast: 32 };
  return [
    ...aligned(itemRows(shown, questionRoom(terminal, questionColumns)), { room }).map(
      (line) => indent + line,
    ),
    ...(more > 0 ? [`${indent}and ${more} more; the results hold all of them`] : []),
  ];
}

/** Questions by their texts; by their ids, which `show --question` takes, where as much as is shown of several is alike. */
function itemRows(items: readonly FailureItem[], columns: number): readonly (readonly string[])[] {
  const texts = items.map(({ questionText }) => cutToColumns(oneLine(questionText.slice(0, 1000)), columns));
  return items.map(({ questionId, answering, stage, reason, replicate }, place) => {
    const text = texts[place] ?? "";
    const isAlike = items.some((other, at) => texts[at] === text && other.questionId !== questionId);
    const model = cutToColumns(oneLine(answering), modelColumns);
    return [
      isAlike ? oneLine(questionId) : text,
      replicate === null ? model : `${model} #${replicate}`,
      stage,
      cutToColumns(oneLine(reason), reasonColumns),
    ];
  });
}
