import type { PairNumbers, RunSummary } from "../../analysis/index.ts";
import type { Outcome } from "../../result/index.ts";
import { columnsOf } from "./columns.ts";
import { formatCost, formatCount, formatDuration } from "./format.ts";
import { oneLine } from "./harmless-text.ts";
import { formatRate } from "./rate-text.ts";
import { aligned, type Column, tableLines } from "./table.ts";
import { paint, roomOn, type Terminal } from "./terminal.ts";

interface NumberColumn {
  /** For the table, in one or two lines. */
  readonly title: string;
  /** Left out where no pair has anything to say. Default: always there. */
  readonly needed?: (numbers: PairNumbers) => boolean;
  readonly cell: (numbers: PairNumbers, terminal: Pick<Terminal, "rich">) => string;
}

/** True where no result was to have a verdict, as with rubrics only. */
export function verifiesNothing({ results, nothingToVerify }: PairNumbers): boolean {
  return nothingToVerify === results;
}

/** A count of results; where nothing was to be verified it is shown only when there are any. */
const verdictColumn = (title: string, outcome: Outcome, tone: "good" | "bad" | "warn"): NumberColumn => ({
  title,
  needed: (numbers) => !verifiesNothing(numbers) || numbers.outcomes[outcome] > 0,
  cell: ({ outcomes }, terminal) => tinted(terminal, tone, outcomes[outcome]),
});

const columns: readonly NumberColumn[] = [
  verdictColumn("pass", "pass", "good"),
  verdictColumn("wrong", "wrong", "bad"),
  verdictColumn("no\nanswer", "no_answer", "bad"),
  {
    title: "auto-\nfailed",
    needed: ({ outcomes }) => outcomes.auto_failed > 0,
    cell: ({ outcomes }, terminal) => tinted(terminal, "bad", outcomes.auto_failed),
  },
  verdictColumn("judge\nfailed", "judge_failed", "warn"),
  {
    title: "infra\nfailed",
    cell: ({ outcomes }, terminal) => tinted(terminal, "warn", outcomes.infrastructure_failed),
  },
  verdictColumn("not\nevaluable", "not_evaluable", "warn"),
  {
    title: "unscored",
    needed: ({ outcomes }) => outcomes.unscored > 0,
    cell: ({ outcomes }) => String(outcomes.unscored),
  },
  {
    title: "pass rate",
    needed: (numbers) => !verifiesNothing(numbers),
    cell: ({ passRate }, terminal) =>
      paint(terminal, "strong", formatRate(passRate, terminal.rich ? "–" : "-")),
  },
  {
    title: "granular\nmean",
    needed: ({ granular }) => granular.n > 0,
    cell: ({ granular }) => granular.mean?.toFixed(2) ?? "",
  },
  {
    title: "tokens",
    needed: ({ spent }) => tokensOf(spent) > 0,
    cell: ({ spent }) => formatCount(tokensOf(spent)),
  },
  {
    title: "cost",
    needed: ({ costUsd }) => costUsd !== null,
    cell: ({ costUsd }) => (costUsd === null ? "" : formatCost(costUsd)),
  },
  {
    title: "time\nper task",
    cell: ({ executionTime }) =>
      executionTime.mean === null ? "" : formatDuration(executionTime.mean * 1000),
  },
];

/**
 * A line per answering model and judge, and one for all of them where there are several. Where a terminal is too narrow
 * for the table, each pair has a block of lines.
 */
export function pairLines({ pairs, overall }: RunSummary, terminal: Terminal): readonly string[] {
  const shown = columns.filter(({ needed }) => needed === undefined || needed(overall));
  const rows = [
    ...pairs.map((pair) => ({ model: oneLine(pair.answering), judge: oneLine(pair.parsing), numbers: pair })),
    ...(pairs.length > 1 ? [{ model: "all", judge: "", numbers: overall }] : []),
  ];
  const head: readonly Column[] = [
    { title: "model", align: "left" },
    { title: "judge", align: "left" },
    ...shown.map(({ title }): Column => ({ title, align: "right" })),
  ];
  const table = tableLines(
    head,
    rows.map(({ model, judge, numbers }) => [
      model,
      judge,
      ...shown.map(({ cell }) => cell(numbers, terminal)),
    ]),
  );
  if (table.every((line) => columnsOf(line) <= roomOn(terminal))) return table;
  return rows.flatMap(({ model, judge, numbers }) => [
    paint(terminal, "strong", judge === "" ? model : `${model}, judge ${judge}`),
    ...aligned(shown.map(({ title, cell }) => [`  ${title.replace("\n", " ")}`, cell(numbers, terminal)])),
  ]);
}

const tokensOf = ({ input, output }: PairNumbers["spent"]) => input + output;

function tinted(terminal: Pick<Terminal, "rich">, tone: "good" | "bad" | "warn", count: number): string {
  return count === 0 ? "0" : paint(terminal, tone, String(count));
}
