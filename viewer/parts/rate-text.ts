import { percentText } from "../../src/base/number-text.ts";
import type { SubjectView } from "../../src/report/index.ts";

type Rate = SubjectView["numbers"]["passRate"];

/** `59–94 %`; empty where there is no interval. */
export function intervalText({ interval }: Pick<Rate, "interval">): string {
  return interval === null ? "" : `${percentText(interval.low)}–${percentText(interval.high)} %`;
}

/** `82 %`; a dash where there is nothing to divide by. */
export function rateText({ rate }: Pick<Rate, "rate">): string {
  return rate === null ? "–" : `${percentText(rate)} %`;
}

/** A count with its thousands apart. */
export const countText = (count: number): string => count.toLocaleString("en-US");

/** `1 task`, `2,000 tasks`. */
export const countedText = (count: number, noun: string): string =>
  `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
