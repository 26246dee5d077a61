import { expect, test } from "vitest";
import { wilsonInterval } from "../../analysis/index.ts";
import { formatRate } from "../index.ts";

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
