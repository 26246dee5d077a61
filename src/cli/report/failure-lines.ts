import type { CategoryFailures, FailureItem } from "../../analysis/index.ts";
import { cutToColumns } from "./columns.ts";
import { oneLine } from "./harmless-text.ts";
import { outcomeWords } from "./outcome-mark.ts";
import { aligned } from "./table.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";

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
    ...(counted(category) ? [] : itemLines(category, roomOn(terminal))),
  ]);
}

/** A category's own name says why, but for that of plain wrong answers. */
function headOf({ category, count, items }: CategoryFailures): string {
  if (category === "content") return `wrong answers: ${count}`;
  const outcomes = new Set(items.map(({ outcome }) => outcomeWords(outcome)));
  return `${category}: ${count} (${[...outcomes].join(", ")})`;
}

function itemLines({ items, count }: CategoryFailures, width: number): readonly string[] {
  const shown = items.slice(0, mostPerCategory);
  const more = count - shown.length;
  return [
    ...aligned(shown.map(itemCells), { room: { width: width - indent.length, narrowestLast: 32 } }).map(
      (line) => indent + line,
    ),
    ...(more > 0 ? [`${indent}and ${more} more; the results hold all of them`] : []),
  ];
}

function itemCells({ questionText, answering, stage, reason, replicate }: FailureItem): readonly string[] {
  const model = cutToColumns(oneLine(answering), modelColumns);
  return [
    cutToColumns(oneLine(questionText.slice(0, 1000)), questionColumns),
    replicate === null ? model : `${model} #${replicate}`,
    stage,
    cutToColumns(oneLine(reason), reasonColumns),
  ];
}
