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
  {
    alpha,
    clusteredBy,
    counted = "result",
  }: Pick<Comparison, "alpha" | "clusteredBy"> & { readonly counted?: "result" | "walk" } = {
    alpha: 0.05,
    clusteredBy: "question",
  },
): string {
  if (difference === null || test === null) return "nothing to compare";
  const points = `${pointsText(difference, terminal)} points`;
  const range = interval === null ? "" : ` ${rangeText(interval, pointsText, terminal)}`;
  const changed = `${pluralize(onlyB, counted)} better, ${onlyA} worse of ${pairs}`;
  const { adjustedP } = test;
  return `${points}${range}, ${pText(adjustedP)} (${changed}). ${toldText(adjustedP <= alpha, power, counted === "walk" ? "scenario" : clusterNoun(clusteredBy))}`;
}

/** Over which tests p values are adjusted: `3 tests of pass rates, and by itself over 12 of traits and credit`; empty without any. */
export function familiesText({
  tests,
  passTests,
  successTests,
  walkTests,
}: Pick<Comparison, "tests" | "passTests" | "successTests" | "walkTests">): string {
  const counted: readonly (readonly [number, string])[] = [
    [passTests, "pass rates"],
    [tests - passTests - successTests - walkTests, "traits and credit"],
    [successTests, "success of walks"],
    [walkTests, "completion, criteria and turns of walks"],
  ];
  const [first, ...others] = counted
    .filter(([count]) => count > 0)
    .map(([count, of], at) => (at === 0 ? `${pluralize(count, "test")} of ${of}` : `${count} of ${of}`));
  if (first === undefined || others.length === 0) return first ?? "";
  return `${first}, and by ${others.length === 1 ? "itself" : "themselves"} over ${others.join(", over ")}`;
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
