import { expect, test } from "vitest";
import { wilsonInterval } from "../../analysis/index.ts";
import { formatCost, formatCount, formatDuration, formatShare } from "./format.ts";
import { formatRate } from "./rate-text.ts";

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

test.each([
  [14970, 15000, "14970/15000 99.80 % [99.71-99.86]"],
  [13982, 14072, "13982/14072 99.4 % [99.2-99.5]"],
  [15000, 15000, "15000/15000 100 % [99.97-100]"],
  [9, 12, "9/12 75 % [47-91]"],
  [0, 3, "0/3 0 % [0-56]"],
  [0, 0, "0/0"],
])("a rate of %i in %i lies in its own interval: %s", (passed, of, text) => {
  const rate = of === 0 ? null : passed / of;
  expect(formatRate({ passed, of, rate, interval: wilsonInterval(passed, of) }, "-")).toBe(text);
});
