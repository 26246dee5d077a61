import type { PairNumbers, PairSummary, RunSummary } from "../../analysis/index.ts";
import { formatCount, formatDuration, formatTotalCost } from "../../base/index.ts";
import { formatRate, outcomeWords } from "../../report/index.ts";
import { failedOutcomes, type Outcome } from "../../result/index.ts";
import { columnsOf } from "./columns.ts";
import { pairTitles } from "./pair-titles.ts";
import { type Column, type TableRoom, tableLines } from "./table.ts";
import { roomOn, type Terminal } from "./terminal.ts";

interface PairColumn extends Column {
  /** Left out where no pair has anything to say. Default: always there. */
  readonly needed?: (numbers: PairNumbers) => boolean;
  /** Only where there is room. */
  readonly isExtra?: boolean;
  readonly cell: (pair: PairSummary, terminal: Pick<Terminal, "rich">) => string;
}

/** True where no result was to have a verdict, as with rubrics only. */
export function verifiesNothing({
  results,
  nothingToVerify,
}: Pick<PairNumbers, "results" | "nothingToVerify">): boolean {
  return nothingToVerify === results;
}

/** What is no pass: in the pass rate, and after a semicolon what is not. */
const inRate: readonly Outcome[] = ["wrong", "no_answer"];
const outsideRate: readonly Outcome[] = ["auto_failed", ...failedOutcomes, "unscored"];

/** From this width on a table has the columns that are extra, also where that makes texts take several lines. */
const wideTerminal = 120;

const columns: readonly PairColumn[] = [
  { title: "results", align: "right", needed: verifiesNothing, cell: ({ results }) => String(results) },
  {
    title: "pass rate",
    align: "right",
    needed: (numbers) => !verifiesNothing(numbers),
    cell: ({ passRate }, terminal) => formatRate(passRate, terminal.rich ? "–" : "-"),
  },
  {
    title: "credit",
    align: "right",
    needed: ({ granular }) => granular.partial > 0,
    cell: ({ granular }) => granular.mean?.toFixed(2) ?? "",
  },
  {
    title: "tokens",
    align: "right",
    isExtra: true,
    needed: ({ spent }) => tokensOf(spent) > 0,
    cell: ({ spent }) => formatCount(tokensOf(spent)),
  },
  {
    title: "cost",
    align: "right",
    needed: ({ costUsd }) => costUsd !== null,
    cell: ({ costUsd, costKnown, results }, terminal) =>
      costUsd === null ? "" : formatTotalCost(costUsd, costKnown < results, terminal),
  },
  {
    title: "time/task",
    align: "right",
    cell: ({ executionTime }) =>
      executionTime.mean === null ? "" : formatDuration(executionTime.mean * 1000),
  },
  {
    title: "not passed",
    align: "left",
    needed: (numbers) => notPassedText(numbers) !== "",
    cell: notPassedText,
  },
];

/** A line per answering model; per model and judge where several judges were asked. */
export function pairLines(summary: RunSummary, terminal: Terminal): readonly string[] {
  const { pairs, overall } = summary;
  const width = roomOn(terminal);
  const said = columns.filter(({ needed }) => needed === undefined || needed(overall));
  const names = pairTitles(summary, terminal);
  const linesOf = (shown: readonly PairColumn[], room?: TableRoom) => {
    const head: readonly Column[] = [{ title: "model", align: "left" }, ...shown];
    const rows = pairs.map((pair, at) => [names[at] ?? "", ...shown.map(({ cell }) => cell(pair, terminal))]);
    return tableLines(head, rows, room);
  };
  const inOneLine = linesOf(said);
  if (inOneLine.every((line) => columnsOf(line) <= width)) return inOneLine;
  const shown = width >= wideTerminal ? said : said.filter(({ isExtra }) => isExtra !== true);
  return linesOf(shown, { width, narrowestLast: 22 });
}

/** `6 wrong, 1 no answer; 2 judge failed`: what counts in the rate stands before the semicolon. */
export function notPassedText({
  outcomes,
  ...numbers
}: Pick<PairNumbers, "outcomes" | "results" | "nothingToVerify">): string {
  const isUnverified = verifiesNothing(numbers);
  const counted = (outcome: Outcome) =>
    outcomes[outcome] === 0 || (isUnverified && outcome === "unscored")
      ? []
      : [`${outcomes[outcome]} ${outcomeWords(outcome)}`];
  return [inRate, outsideRate]
    .map((kinds) => kinds.flatMap(counted).join(", "))
    .filter((text) => text !== "")
    .join("; ");
}

const tokensOf = ({ input, output }: PairNumbers["spent"]) => input + output;
