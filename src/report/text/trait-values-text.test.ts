import { expect, it } from "vitest";
import { traitValuesText } from "./trait-values-text.ts";

const score = { kind: "score", field: null, n: 9, min: null, max: null } as const;
const plain = { dash: "-", label: (name: string) => name };

it.each([
  [
    { ...score, mean: 3.07, interval: { low: 2.58, high: 3.53 }, lowest: 1, highest: 5 },
    "mean 3.07 [2.58-3.53] (found 1-5)",
  ],
  [
    { ...score, mean: -0.4, interval: { low: -0.8, high: -0.1 }, lowest: -1, highest: -0.1 },
    "mean -0.40 [-0.80 to -0.10] (found -1 to -0.1)",
  ],
])("no minus sign stands beside a dash: %o", (values, text) => {
  expect(traitValuesText(values, plain)).toBe(text);
});

it("counts the metrics that a line has no room for, in place of cutting numbers", () => {
  const metrics = Array.from({ length: 12 }, (_, at) => ({
    metric: `m${at}`,
    n: 1,
    mean: 0.5,
    interval: { low: 0.25, high: 0.75 },
  }));
  const text = traitValuesText({ kind: "metric", field: null, n: 1, metrics }, plain);
  expect(text).toMatch(/^m0 0\.50 \[0\.25-0\.75\], .*, m9 0\.50 \[0\.25-0\.75\], and 2 more$/);
});
