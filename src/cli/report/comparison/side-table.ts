import type { MeasureComparison, PairComparison, VerdictComparison } from "../../../analysis/index.ts";
import {
  costFormat,
  formatCount,
  formatDuration,
  oneLine,
  percentText,
  pointsText,
} from "../../../base/index.ts";
import { outcomeWords, pCell, rangeText } from "../../../report/index.ts";
import { Outcome } from "../../../result/index.ts";
import { type Column, tableLines } from "../table.ts";
import { roomOn, type Terminal } from "../terminal.ts";
import { wrapText } from "../wrap-lines.ts";

type Rich = Pick<Terminal, "rich">;
type Show = (value: number) => string;

/** From this width on the names of sides have more room. */
const wideTerminal = 120;

/** Two sides, a column each: rates, outcomes, traits and what was spent, with differences, intervals and p values. */
export function sideTable(pair: PairComparison, names: SideNames, terminal: Terminal): readonly string[] {
  const rows = [
    ...(pair.passes.pairs === 0 ? [] : [verdictRow("pass rate", pair.passes, terminal)]),
    ...outcomeRows(pair, terminal),
    ...pair.measures
      .filter(({ kind }) => kind === "score")
      .map((measure) => measureRow("credit", measure, terminal)),
    ...pair.traits.map((trait) => verdictRow(trait.name, trait, terminal)),
    ...pair.classes.map(({ trait, label, ...share }) =>
      verdictCells(oneLine(`${trait}: ${label}`), share, terminal),
    ),
    ...pair.measures
      .filter(({ kind }) => kind === "trait")
      .map((measure) => measureRow(measure.name, measure, terminal)),
    ...pair.measures
      .filter(({ kind }) => kind === "resource")
      .map((measure) => measureRow(resources.get(measure.name)?.label ?? measure.name, measure, terminal)),
  ];
  return table(rows, [{ title: "", align: "left" }, ...valueColumns(names, terminal), pColumn], terminal);
}

/** Pass rates of two sides by keyword; so many keywords at most. */
export function keywordTable(
  keywords: PairComparison["keywords"],
  names: SideNames,
  { terminal, limit }: { readonly terminal: Terminal; readonly limit: number },
): readonly string[] {
  const rows = keywords.slice(0, limit).map(({ keyword, ...verdicts }) => {
    const [label = "", ...cells] = verdictCells(keyword, verdicts, terminal);
    return [oneLine(label), ...cells];
  });
  return table(rows, [{ title: "keyword", align: "left" }, ...valueColumns(names, terminal)], terminal);
}

/** What the columns of two sides are called. */
export interface SideNames {
  readonly a: string;
  readonly b: string;
}

const pColumn: Column = { title: "p", align: "right" };

function valueColumns({ a, b }: SideNames, terminal: Terminal): readonly Column[] {
  const width = roomOn(terminal) >= wideTerminal ? 28 : 12;
  const title = (name: string) => wrapText(oneLine(name), width).join("\n");
  return [
    { title: "n", align: "right" },
    { title: title(a), align: "right" },
    { title: title(b), align: "right" },
    { title: "difference", align: "right" },
    { title: "interval", align: "left" },
  ];
}

function table(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  terminal: Terminal,
): readonly string[] {
  if (rows.length === 0) return [];
  const used = columns.map((_, at) => at < 4 || rows.some((row) => (row[at] ?? "") !== ""));
  const kept = <Cell>(cells: readonly Cell[]) => cells.filter((_, at) => used[at]);
  return tableLines(
    kept(columns),
    rows.map((row) => kept(columns.map((_, at) => row[at] ?? ""))),
    { width: roomOn(terminal), narrowestLast: 1 },
  );
}

type Verdicts = Pick<VerdictComparison, "pairs" | "rateA" | "rateB" | "difference" | "interval">;

const rateText = (rate: number | null) => (rate === null ? "" : `${percentText(rate, 1)} %`);

function verdictCells(
  label: string,
  { pairs, rateA, rateB, difference, interval }: Verdicts,
  terminal: Rich,
): readonly string[] {
  return [
    label,
    String(pairs),
    rateText(rateA),
    rateText(rateB),
    difference === null ? "" : pointsText(difference, terminal),
    interval === null ? "" : rangeText(interval, pointsText, terminal),
  ];
}

function verdictRow(label: string, verdicts: VerdictComparison, terminal: Rich): readonly string[] {
  return [...verdictCells(oneLine(label), verdicts, terminal), pOf(verdicts)];
}

/** The counts of every outcome that either side has, the kinds of failure apart. */
function outcomeRows(
  { matched, outcomesA, outcomesB }: PairComparison,
  terminal: Rich,
): readonly (readonly string[])[] {
  return Outcome.options
    .filter((outcome) => outcome !== "pass" && outcomesA[outcome] + outcomesB[outcome] > 0)
    .map((outcome) => [
      outcomeWords(outcome),
      String(matched),
      String(outcomesA[outcome]),
      String(outcomesB[outcome]),
      signed(outcomesB[outcome] - outcomesA[outcome], String, terminal),
    ]);
}

const resources: ReadonlyMap<string, { readonly label: string; readonly show?: Show }> = new Map([
  ["cost_usd", { label: "cost/task" }],
  ["judging_cost_usd", { label: "judging cost" }],
  ["judging_seconds", { label: "judging time", show: (seconds: number) => formatDuration(seconds * 1000) }],
  ["seconds", { label: "time/task", show: (seconds: number) => formatDuration(seconds * 1000) }],
  ["answer_tokens", { label: "answer tokens", show: formatCount }],
  ["judge_tokens", { label: "judge tokens", show: formatCount }],
]);

function measureRow(label: string, measure: MeasureComparison, terminal: Rich): readonly string[] {
  const { name, pairs, meanA, meanB, difference, interval } = measure;
  const amounts = [meanA, meanB, difference, ...(interval === null ? [] : [interval.low, interval.high])];
  const show = name.endsWith("cost_usd")
    ? costFormat(amounts)
    : (resources.get(name)?.show ?? ((value: number) => value.toFixed(2)));
  const ends = (end: number) => signed(end, show, terminal);
  return [
    oneLine(label),
    String(pairs),
    show(meanA),
    show(meanB),
    signed(difference, show, terminal),
    interval === null ? "" : rangeText(interval, ends, terminal),
    pOf(measure),
  ];
}

function pOf({ test }: Pick<VerdictComparison, "test">): string {
  return test === null ? "" : pCell(test.adjustedP);
}

/** A number with its sign; what is shown as nothing has none. */
function signed(value: number, show: Show, { rich }: Rich): string {
  const text = show(Math.abs(value));
  if (!/[1-9]/.test(text)) return text;
  return `${value < 0 ? (rich ? "−" : "-") : "+"}${text}`;
}
