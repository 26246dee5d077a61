import type { MeasureComparison, PairComparison, VerdictComparison } from "../../analysis/index.ts";
import {
  costFormat,
  formatCount,
  formatDuration,
  oneLine,
  percentText,
  pointsText,
} from "../../base/index.ts";
import { Outcome } from "../../result/index.ts";
import { pCell, rangeText } from "./difference-text.ts";
import { outcomeWords } from "./outcome-words.ts";
import { shortNumber } from "./trait-values-text.ts";

interface Signs {
  readonly rich: boolean;
}
type Show = (value: number) => string;

/** Something of two sides as texts; those that have nothing to say are empty. */
export interface SideRow {
  readonly label: string;
  /** Pairs it is of. */
  readonly n: string;
  readonly a: string;
  readonly b: string;
  readonly difference: string;
  readonly interval: string;
  readonly p: string;
}

/** What two sides came to: rates and outcomes, partial credit and traits, shares of classes, and what was spent. */
export function sideRows(
  pair: PairComparison,
  signs: Signs,
): {
  readonly verdicts: readonly SideRow[];
  readonly classes: readonly SideRow[];
  readonly spent: readonly SideRow[];
} {
  const measured = (wanted: MeasureComparison["kind"]) =>
    pair.measures.filter(({ kind }) => kind === wanted).map((measure) => measureRow(measure, signs));
  return {
    verdicts: [
      ...(pair.passes.pairs === 0 ? [] : [verdictRow("pass rate", pair.passes, signs)]),
      ...outcomeRows(pair, signs),
      ...measured("score"),
      ...pair.traits.map((trait) => verdictRow(trait.name, trait, signs)),
      ...measured("trait"),
    ],
    classes: pair.classes.map(({ trait, label, ...share }) =>
      verdictRow(`${trait}: ${label}`, { ...share, test: null }, signs),
    ),
    spent: measured("resource"),
  };
}

/** Pass rates of two sides by keyword, without keywords that nothing was compared of. */
export const keywordRows = (
  { keywords }: Pick<PairComparison, "keywords">,
  signs: Signs,
): readonly SideRow[] =>
  keywords
    .filter(({ pairs }) => pairs > 0)
    .map(({ keyword, ...verdicts }) => verdictRow(keyword, { ...verdicts, test: null }, signs));

const rateText = (rate: number | null) => (rate === null ? "" : `${percentText(rate, 1)} %`);

/** Verdicts of two sides as texts. */
export function verdictRow(
  label: string,
  {
    pairs,
    rateA,
    rateB,
    difference,
    interval,
    test,
  }: Pick<VerdictComparison, "pairs" | "rateA" | "rateB" | "difference" | "interval" | "test">,
  signs: Signs,
): SideRow {
  return {
    label: oneLine(label),
    n: String(pairs),
    a: rateText(rateA),
    b: rateText(rateB),
    difference: difference === null ? "" : pointsText(difference, signs),
    interval: interval === null ? "" : rangeText(interval, pointsText, signs),
    p: pOf(test),
  };
}

/** The counts of every outcome that either side has, the kinds of failure apart. */
function outcomeRows({ matched, outcomesA, outcomesB }: PairComparison, signs: Signs): readonly SideRow[] {
  return Outcome.options
    .filter((outcome) => outcome !== "pass" && outcomesA[outcome] + outcomesB[outcome] > 0)
    .map((outcome) => ({
      label: outcomeWords(outcome),
      n: String(matched),
      a: String(outcomesA[outcome]),
      b: String(outcomesB[outcome]),
      difference: signed(outcomesB[outcome] - outcomesA[outcome], String, signs),
      interval: "",
      p: "",
    }));
}

const measures: ReadonlyMap<string, { readonly label: string; readonly show?: Show }> = new Map([
  ["granular_score", { label: "credit" }],
  ["turns_to_success", { label: "turns to success", show: shortNumber }],
  ["turns", { label: "turns/walk", show: shortNumber }],
  ["cost_usd", { label: "cost/task" }],
  ["judging_cost_usd", { label: "judging cost" }],
  ["judging_seconds", { label: "judging time", show: (seconds: number) => formatDuration(seconds * 1000) }],
  ["seconds", { label: "time/task", show: (seconds: number) => formatDuration(seconds * 1000) }],
  ["answer_tokens", { label: "answer tokens", show: formatCount }],
  ["judge_tokens", { label: "judge tokens", show: formatCount }],
]);

/** A number of two sides as texts; of what was spent it says per what. */
export function measureRow(measure: MeasureComparison, signs: Signs, per: "task" | "walk" = "task"): SideRow {
  const { name, kind, pairs, meanA, meanB, difference, interval, test } = measure;
  const amounts = [meanA, meanB, difference, ...(interval === null ? [] : [interval.low, interval.high])];
  const known = kind === "trait" || kind === "criterion" ? undefined : measures.get(name);
  const show =
    kind === "resource" && name.endsWith("cost_usd")
      ? costFormat(amounts)
      : (known?.show ?? ((value: number) => value.toFixed(2)));
  const ends = (end: number) => signed(end, show, signs);
  return {
    label: oneLine(known?.label.replace("/task", `/${per}`) ?? name),
    n: String(pairs),
    a: show(meanA),
    b: show(meanB),
    difference: signed(difference, show, signs),
    interval: interval === null ? "" : rangeText(interval, ends, signs),
    p: pOf(test),
  };
}

const pOf = (test: VerdictComparison["test"]): string => (test === null ? "" : pCell(test.adjustedP));

/** A number with its sign; what is shown as nothing has none. */
function signed(value: number, show: Show, { rich }: Signs): string {
  const text = show(Math.abs(value));
  if (!/[1-9]/.test(text)) return text;
  return `${value < 0 ? (rich ? "−" : "-") : "+"}${text}`;
}
