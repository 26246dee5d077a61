import { expect, it } from "vitest";
import { checkGates, compareRuns, type Gate, summarize } from "../index.ts";
import { run } from "./testing/gate-samples.ts";

const gatesOver = async (sides: readonly (readonly [name: string, passes: number])[], ...gates: Gate[]) => {
  const runs = sides.map(([name, passes]) => ({ name, results: run(passes, 40 - passes) }));
  const comparison = await compareRuns(runs);
  return { comparison, verdicts: checkGates({ summary: await summarize([]), comparison }, gates) };
};

const notWorse = { gate: "not_worse", by: 0.02, alpha: 0.05 } as const;
const noBroken = { gate: "no_broken", max: 0 } as const;

it("later sides are held against the first, not against each other", async () => {
  const sides = [["a", 30] as const, ["b", 40] as const, ["c", 30] as const];
  const { verdicts } = await gatesOver(sides, notWorse, noBroken);
  expect(verdicts.map(({ of, met }) => [of, met])).toEqual([
    ["b against a", true],
    ["c against a", true],
    ["b against a", true],
    ["c against a", true],
  ]);
});

it("p is adjusted by Holm's method over the sides that are held against the first", async () => {
  const alone = await gatesOver(
    [
      ["a", 40],
      ["b", 34],
    ],
    notWorse,
  );
  const p = alone.comparison.pairs[0]?.passes.test?.pValue ?? 0;
  expect(p).toBeCloseTo(0.03125, 10);
  expect(alone.verdicts.map(({ met }) => met)).toEqual([false]);
  const beside = await gatesOver(
    [
      ["a", 40],
      ["b", 34],
      ["c", 40],
    ],
    notWorse,
    { ...notWorse, alpha: 0.0626 },
  );
  expect(beside.verdicts.map(({ of, met }) => [of, met])).toEqual([
    ["b against a", true],
    ["c against a", true],
    ["b against a", false],
    ["c against a", true],
  ]);
});

it.each([0, 1, -1, 2, Number.NaN])("an alpha of %d is refused", async (alpha) => {
  const sides = [["a", 40] as const, ["b", 30] as const];
  await expect(gatesOver(sides, { ...notWorse, alpha })).rejects.toMatchObject({
    code: "invalid_input",
    message: `Expected \`alpha\` to be a share above 0 and below 1, such as 0.05; found ${alpha}.`,
  });
});
