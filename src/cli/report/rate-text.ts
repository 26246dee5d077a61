import type { PassRate } from "../../analysis/index.ts";
import { formatShare } from "./format.ts";

/** `9/12 75 % [47–91]`: how many, of how many, share, and its 95% interval in percent; `0/0` of nothing. */
export function formatRate({ passed, of, rate, interval }: PassRate, dash: string): string {
  if (rate === null || interval === null) return `${passed}/${of}`;
  const percent = (share: number) => Math.round(share * 100);
  return `${passed}/${of} ${formatShare(rate)} [${percent(interval.low)}${dash}${percent(interval.high)}]`;
}
