import { expect, test } from "vitest";
import { costFormat, formatCost, formatCount, formatDuration, formatShare } from "./number-text.ts";

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
  expect([0, 0.000_012, 0.000_233, 0.0123, 1, 12.345].map(formatCost)).toEqual([
    "$0.00",
    "$0.000012",
    "$0.00023",
    "$0.0123",
    "$1.00",
    "$12.35",
  ]);
});

test("costs beside each other have the same decimals, and differ where they do", () => {
  const all = (...amounts: readonly number[]) => amounts.map(costFormat(amounts));
  expect(all(0, 0.000_05, 0.0001, 0.000_15)).toEqual(["$0.00000", "$0.00005", "$0.00010", "$0.00015"]);
  expect(all(0.000_233, 0.000_133, 0.000_088)).toEqual(["$0.000233", "$0.000133", "$0.000088"]);
  expect(all(0, 0.5, 1.2)).toEqual(["$0.00", "$0.50", "$1.20"]);
  expect(all(0, 0.001, 0.002)).toEqual(["$0.000", "$0.001", "$0.002"]);
});

test("a share is 0 or 100 percent only when it is nothing or all", () => {
  expect([0, 0.001, 0.754, 0.999, 1].map(formatShare)).toEqual(["0 %", "1 %", "75 %", "99 %", "100 %"]);
});
