import { expect, test } from "vitest";
import { isThorough } from "../base/testing/property-runs.ts";
import { measureEvidence, type Tally } from "./testing/evidence-quality.ts";

const rounds = isThorough ? 3 : 1;
const tallies = [...measureEvidence({ seed: 20, rounds }).values()];

const sum = (rows: readonly Tally[], of: "count" | "accepted" | "inPlace") =>
  rows.reduce((total, tally) => total + tally[of], 0);
const inGroup = (group: string) => tallies.filter((tally) => tally.group === group);
const of = (name: string) => tallies.filter((tally) => tally.name === name);

test("every passage is found as it stands, at its place", () => {
  const rows = of("as it stands");
  expect(sum(rows, "count")).toBeGreaterThan(50 * rounds);
  expect(rows.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test("of what says the same, 99.5 % are evidence, at their place", () => {
  const rows = inGroup("genuine");
  expect(sum(rows, "count")).toBeGreaterThan(800 * rounds);
  expect(sum(rows, "inPlace") / sum(rows, "count")).toBeGreaterThanOrEqual(0.995);
});

test.each([
  "English",
  "German",
  "French",
  "Spanish",
  "Russian",
  "Arabic",
  "Chinese",
  "Japanese",
  "Korean",
  "Thai",
])("98 % in %s", (language) => {
  const rows = inGroup("language").filter(({ name }) => name === language);
  expect(sum(rows, "count")).toBeGreaterThan(60 * rounds);
  expect(sum(rows, "inPlace") / sum(rows, "count")).toBeGreaterThanOrEqual(0.98);
});

test("no changed number, unit, sign, negation or identifier is evidence", () => {
  const rows = inGroup("weighty");
  expect(sum(rows, "count")).toBeGreaterThan(160 * rounds);
  expect(rows.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test("of passages with a word exchanged, left out or in another place, 2 % at most are evidence", () => {
  const rows = inGroup("exchanged");
  expect(sum(rows, "count")).toBeGreaterThan(130 * rounds);
  expect(sum(rows, "accepted") / sum(rows, "count")).toBeLessThanOrEqual(0.02);
});

test("what is put together, and what is of another text, is no evidence", () => {
  const rows = inGroup("made up");
  expect(sum(rows, "count")).toBeGreaterThan(160 * rounds);
  expect(rows.flatMap(({ wrong }) => wrong)).toEqual([]);
});
