import { expect, it } from "vitest";
import {
  bootstrapMean,
  clusteredRate,
  compareModels,
  compareRuns,
  krippendorffAlpha,
  pairedDifference,
  pairedPower,
  signFlipTest,
  wilsonInterval,
} from "../index.ts";

it.each([0, -1, 1.5, Number.NaN])("%d is no number of draws", async (resamples) => {
  const message = `Expected \`resamples\` to be a whole number from 1 upwards; found ${resamples}.`;
  const values = { values: [1, 0, 1, 0] };
  expect(() => bootstrapMean(values, { resamples })).toThrow(message);
  expect(() => signFlipTest(values, { resamples })).toThrow(message);
  expect(() => krippendorffAlpha([["a", "b"]], { resamples })).toThrow(message);
  await expect(compareRuns(runs, { resamples })).rejects.toThrow(message);
});

const runs = ["a", "b"].map((name) => ({ name, results: [] }));

it.each([0, 1, -1, 2, Number.NaN, Number.POSITIVE_INFINITY])(
  "%d is no level, no alpha and no power",
  async (share) => {
    const of = (name: string) =>
      `Expected \`${name}\` to be a share above 0 and below 1, such as 0.05; found ${share}.`;
    const values = { values: [1, 0, 1, 0] };
    expect(() => wilsonInterval(1, 2, { level: share })).toThrow(of("level"));
    expect(() => clusteredRate([{ passed: 1, of: 2 }], { level: share })).toThrow(of("level"));
    expect(() => pairedDifference([{ both: 1, onlyA: 1, onlyB: 0, neither: 0 }], { level: share })).toThrow(
      of("level"),
    );
    expect(() => bootstrapMean(values, { level: share })).toThrow(of("level"));
    expect(() => krippendorffAlpha([["a", "b"]], { level: share })).toThrow(of("level"));
    expect(() => pairedPower(values, { alpha: share })).toThrow(of("alpha"));
    expect(() => pairedPower(values, { power: share })).toThrow(of("power"));
    await expect(compareRuns(runs, { alpha: share })).rejects.toThrow(of("alpha"));
    await expect(compareRuns(runs, { power: share })).rejects.toThrow(of("power"));
    await expect(compareModels([], { alpha: share })).rejects.toThrow(of("alpha"));
  },
);
