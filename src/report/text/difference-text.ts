import type { Comparison, Interval, VerdictComparison } from "../../analysis/index.ts";
import { formatCount, pluralize, pointsText, pText } from "../../base/index.ts";

/** Which signs are welcome; only ASCII where `rich` is false. */
interface Signs {
  readonly rich: boolean;
}

/**
 * `+7 points [−8 to +21], p = 0.63: these results cannot tell`, with what could: the smallest difference that would show,
 * and how many more questions a difference like this one takes.
 */
export function differenceText(
  { difference, interval, test, onlyA, onlyB, pairs, ...power }: VerdictComparison,
  terminal: Signs,
  { alpha, clusteredBy }: Pick<Comparison, "alpha" | "clusteredBy"> = {
    alpha: 0.05,
    clusteredBy: "question",
  },
): string {
  if (difference === null || test === null) return "nothing to compare";
  const points = `${pointsText(difference, terminal)} points`;
  const range = interval === null ? "" : ` ${rangeText(interval, pointsText, terminal)}`;
  const counted = `${pluralize(onlyB, "result")} better, ${onlyA} worse of ${pairs}`;
  const { adjustedP } = test;
  return `${points}${range}, ${pText(adjustedP)} (${counted}). ${toldText(adjustedP <= alpha, power, clusterNoun(clusteredBy))}`;
}

/** Over which tests p values are adjusted: `3 tests of pass rates, and by itself over 12 of traits and credit`; empty without any. */
export function familiesText({ tests, passTests }: Pick<Comparison, "tests" | "passTests">): string {
  const others = tests - passTests;
  if (tests === 0) return "";
  if (passTests === 0) return `${pluralize(others, "test")} of traits and credit`;
  const apart = others === 0 ? "" : `, and by itself over ${others} of traits and credit`;
  return `${pluralize(passTests, "test")} of pass rates${apart}`;
}

/** What one piece of evidence is called: `question`, or `group` of questions. */
export const clusterNoun = (clusteredBy: string): string =>
  clusteredBy === "question" ? "question" : "group";

/** A p value as a cell of a table has it: `0.03`, `< 0.001`. */
export const pCell = (p: number): string => pText(p).replace(/^p (= )?/, "");

/** `[−8 to +21]`. */
export function rangeText(
  { low, high }: Interval,
  show: (end: number, terminal: Signs) => string,
  terminal: Signs,
): string {
  return `[${[low, high].map((end) => show(end, terminal)).join(" to ")}]`;
}

function toldText(
  isTold: boolean,
  {
    minimumDetectableEffect,
    clustersMissing,
  }: Pick<VerdictComparison, "minimumDetectableEffect" | "clustersMissing">,
  noun: string,
): string {
  if (isTold) return "Chance alone would hardly do that.";
  const smallest =
    minimumDetectableEffect === null || minimumDetectableEffect > 1
      ? ""
      : ` So many ${noun}s would show a difference of ${(minimumDetectableEffect * 100).toFixed(0)} points.`;
  const missing =
    clustersMissing === null || clustersMissing <= 0
      ? ""
      : ` One like this takes about ${formatCount(clustersMissing)} more ${noun}s.`;
  return `These results cannot tell them apart.${smallest}${missing}`;
}
