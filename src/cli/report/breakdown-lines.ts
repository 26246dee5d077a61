import type { Grouping, PairNumbers, RunSummary } from "../../analysis/index.ts";
import { oneLine, pluralize } from "../../base/index.ts";
import { formatRate } from "../../report/index.ts";
import type { BreakdownKey } from "../grouping-option.ts";
import { notPassedText } from "./pair-table.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, tableLines } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";

const mostGroups = 40;

/** The pass rate of each group, a row for each pair of models in it; or how often there was each category of failures. */
export function breakdownLines(summary: RunSummary, by: BreakdownKey, terminal: Terminal): readonly string[] {
  const { pairs, overall } = summary;
  const rowsOf = (numbers: PairNumbers) =>
    by === "failure" ? failureRows(numbers) : groupRows(numbers, by, terminal);
  const groups = rowsOf(overall).map(({ group }) => group);
  if (groups.length === 0) return [noneText[by] ?? "No question has any."];
  const names = pairTitles(summary, terminal);
  const isSeveral = pairs.length > 1;
  const ofPairs = pairs.map(rowsOf);
  const rows = groups
    .slice(0, mostGroups)
    .flatMap((group) =>
      ofPairs
        .flatMap((found, at) =>
          found.filter((row) => row.group === group).map(({ cells }) => ({ at, cells })),
        )
        .map(({ at, cells }, place) => [
          place === 0 ? oneLine(group) : "",
          ...(isSeveral ? [names[at] ?? ""] : []),
          ...cells,
        ]),
    );
  const titles = by === "failure" ? ["results"] : ["results", "pass rate", "not passed"];
  const columns: readonly Column[] = [
    { title: oneLine(by.replace(/^(?:property|adele):/, "")), align: "left" },
    ...(isSeveral ? [{ title: "model", align: "left" as const }] : []),
    ...titles.map((title): Column => ({ title, align: title === "not passed" ? "left" : "right" })),
  ];
  const more = groups.length - mostGroups;
  return [
    ...tableLines(columns, rows, { width: roomOn(terminal), narrowestLast: 18 }),
    ...(more > 0 ? [`and ${pluralize(more, "more group")}; --json has all of them`] : []),
  ];
}

const noneText: { readonly [By in BreakdownKey]?: string } = {
  failure: "No result failed.",
  prompt: "The run has no prompts.",
};

interface GroupRow {
  readonly group: string;
  readonly cells: readonly string[];
}

function groupRows(
  numbers: PairNumbers,
  by: Grouping,
  { rich }: Pick<Terminal, "rich">,
): readonly GroupRow[] {
  const groups = numbers.breakdowns.find((one) => one.by === by)?.groups ?? [];
  return groups.map(({ group, results, outcomes, passRate }) => ({
    group,
    cells: [
      String(results),
      passRate.of === 0 ? "" : formatRate(passRate, rich ? "–" : "-"),
      notPassedText({ outcomes, results, nothingToVerify: 0 }),
    ],
  }));
}

const failureRows = ({ failureCategories }: PairNumbers): readonly GroupRow[] =>
  failureCategories.map(({ category, count }) => ({ group: category, cells: [String(count)] }));
