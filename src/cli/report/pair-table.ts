import type { PairNumbers, PassRate, RunSummary } from "../../analysis/index.ts";
import { columnsOf, oneLine } from "./columns.ts";
import { formatCost, formatCount, formatDuration, formatShare } from "./format.ts";
import { aligned, type Column, tableLines } from "./table.ts";
import { paint, type Terminal } from "./terminal.ts";

interface NumberColumn {
  /** For the table, in one or two lines. */
  readonly title: string;
  /** Left out where no pair has anything to say. Default: always there. */
  readonly needed?: (numbers: PairNumbers) => boolean;
  readonly cell: (numbers: PairNumbers, terminal: Pick<Terminal, "rich">) => string;
}

const columns: readonly NumberColumn[] = [
  { title: "pass", cell: ({ outcomes }, terminal) => tinted(terminal, "good", outcomes.pass) },
  { title: "wrong", cell: ({ outcomes }, terminal) => tinted(terminal, "bad", outcomes.wrong) },
  { title: "no\nanswer", cell: ({ outcomes }, terminal) => tinted(terminal, "bad", outcomes.no_answer) },
  {
    title: "judge\nfailed",
    cell: ({ outcomes }, terminal) => tinted(terminal, "warn", outcomes.judge_failed),
  },
  {
    title: "infra\nfailed",
    cell: ({ outcomes }, terminal) => tinted(terminal, "warn", outcomes.infrastructure_failed),
  },
  {
    title: "not\nevaluable",
    cell: ({ outcomes }, terminal) => tinted(terminal, "warn", outcomes.not_evaluable),
  },
  {
    title: "unscored",
    needed: ({ outcomes }) => outcomes.unscored > 0,
    cell: ({ outcomes }) => String(outcomes.unscored),
  },
  {
    title: "pass rate",
    cell: ({ passRate }, terminal) => paint(terminal, "strong", passRateText(passRate, terminal)),
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

/** `9/12 75 % [47–91]`: passed, of how many, share, and its 95% interval in percent; `0/0` where nothing was judged. */
export function passRateText(
  { passed, of, rate, interval }: PassRate,
  terminal: Pick<Terminal, "rich">,
): string {
  if (rate === null || interval === null) return `${passed}/${of}`;
  const percent = (share: number) => Math.round(share * 100);
  const dash = terminal.rich ? "–" : "-";
  return `${passed}/${of} ${formatShare(rate)} [${percent(interval.low)}${dash}${percent(interval.high)}]`;
}

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
  if (!terminal.interactive || table.every((line) => columnsOf(line) <= terminal.columns)) return table;
  return rows.flatMap(({ model, judge, numbers }) => [
    paint(terminal, "strong", judge === "" ? model : `${model}, judge ${judge}`),
    ...aligned(shown.map(({ title, cell }) => [`  ${title.replace("\n", " ")}`, cell(numbers, terminal)])),
  ]);
}

const tokensOf = ({ input, output }: PairNumbers["spent"]) => input + output;

function tinted(terminal: Pick<Terminal, "rich">, tone: "good" | "bad" | "warn", count: number): string {
  return count === 0 ? "0" : paint(terminal, tone, String(count));
}
