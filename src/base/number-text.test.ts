import { expect, test } from "vitest";
import { formatCost, formatCount, formatDuration, formatShare } from "./number-text.ts";

test("counts", () => {
  expect([0, 999, 1000, 12_345, 99_960, 999_499, 999_500, 4_140_000].map(formatCount)).toEqual([
    "0",
    "999",
    "1.0k",
    "12.3k",
    "100k",
    "999k",
    "1.0M",
    "4.1M",
  ]);
});

test("durations", () => {
  expect([0, 412, 9949, 9950, 59_400, 59_600, 192_000, 3_723_000].map(formatDuration)).toEqual([
    "0.0 s",
    "0.4 s",
    "9.9 s",
    "10 s",
    "59 s",
    "1:00",
    "3:12",
    "1:02:03",
  ]);
});

test("costs", () => {
  expect([0, 0.000_012, 0.0123, 1, 12.345].map(formatCost)).toEqual([
    "$0.00",
    "$1.2e-5",
    "$0.0123",
    "$1.00",
    "$12.35",
  ]);
});

test("a share is 0 or 100 percent only when it is nothing or all", () => {
  expect([0, 0.001, 0.754, 0.999, 1].map(formatShare)).toEqual(["0 %", "1 %", "75 %", "99 %", "100 %"]);
});
