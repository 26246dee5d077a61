import { formatDuration } from "../../src/base/number-text.ts";

/** A duration in milliseconds as `3 ms`, `0.4 s`, `12 s`, `3:12` or `1:02:03`. */
export function durationText(ms: number): string {
  if (ms > 0 && ms < 1) return "< 1 ms";
  return ms < 100 ? `${Math.round(ms)} ms` : formatDuration(ms);
}
