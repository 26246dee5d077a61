import type { RunSummary, VerdictComparison } from "../../analysis/index.ts";
import { formatCount, pluralize, pointsText, pText } from "./format.ts";
import { oneLine } from "./harmless-text.ts";
import { roomOn, type Terminal } from "./terminal.ts";
import { wrapText } from "./wrap-lines.ts";

/** How the models differ, a paragraph per pair; empty for one model, and where nothing is to be compared. */
export function differenceLines({ differences, run }: RunSummary, terminal: Terminal): readonly string[] {
  const short = new Map(run.answering.map(({ name, model }) => [name, model]));
  return differences
    .filter(({ passes }) => passes.pairs > 0)
    .flatMap(({ a, b, passes }) => {
      const text = `${short.get(b) ?? b} against ${short.get(a) ?? a}: ${differenceText(passes, terminal)}`;
      return wrapText(oneLine(text), roomOn(terminal)).map((line, at) => (at === 0 ? line : `  ${line}`));
    });
}

/**
 * `+7 points [−8 – +21], p = 0.63: these results cannot tell`, with what could: the smallest difference that would show,
 * and how many more questions a difference like this one takes.
 */
export function differenceText(
  { difference, interval, test, onlyA, onlyB, pairs, ...power }: VerdictComparison,
  terminal: Pick<Terminal, "rich">,
): string {
  if (difference === null || test === null) return "nothing to compare";
  const points = `${pointsText(difference, terminal)} points`;
  const dash = terminal.rich ? " – " : " to ";
  const range =
    interval === null
      ? ""
      : ` [${[interval.low, interval.high].map((end) => pointsText(end, terminal)).join(dash)}]`;
  const counted = `${pluralize(onlyB, "result")} better, ${onlyA} worse of ${pairs}`;
  const { adjustedP } = test;
  return `${points}${range}, ${pText(adjustedP)} (${counted}). ${toldText(adjustedP, power)}`;
}

function toldText(
  adjustedP: number,
  {
    minimumDetectableEffect,
    clustersMissing,
  }: Pick<VerdictComparison, "minimumDetectableEffect" | "clustersMissing">,
): string {
  if (adjustedP < 0.05) return "Chance alone would hardly do that.";
  const smallest =
    minimumDetectableEffect === null
      ? ""
      : ` So many questions would show a difference of ${(minimumDetectableEffect * 100).toFixed(0)} points.`;
  const missing =
    clustersMissing === null || clustersMissing <= 0
      ? ""
      : ` One like this takes about ${formatCount(clustersMissing)} more questions.`;
  return `These results cannot tell them apart.${smallest}${missing}`;
}
