import type { Interval, PassRate } from "../../analysis/index.ts";
import { percentText } from "../../base/index.ts";

/**
 * `9/12 75 % [47–91]`: how many, of how many, share, and its 95% interval in percent, with so many decimals that the
 * ends of the interval differ; `0/0` of nothing.
 */
export function formatRate(
  { passed, of, rate, interval }: Pick<PassRate, "passed" | "of" | "rate" | "interval">,
  dash: string,
): string {
  if (rate === null || interval === null) return `${passed}/${of}`;
  const width = interval.high - interval.low;
  const digits = width >= 0.02 ? 0 : width >= 0.002 ? 1 : 2;
  const ends = [interval.low, interval.high].map((end) => percentText(end, digits)).join(dash);
  return `${passed}/${of} ${percentText(rate, digits)} % [${ends}]`;
}

/** `75 % [47–91]`: a share and its 95% interval in percent; without an interval the share alone. */
export function shareText(share: number, interval: Interval | null, dash: string): string {
  const text = `${percentText(share)} %`;
  if (interval === null) return text;
  return `${text} [${[interval.low, interval.high].map((end) => percentText(end)).join(dash)}]`;
}
