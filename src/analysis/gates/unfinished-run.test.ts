import { expect, test } from "vitest";
import type { StageRecord } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { checkGates, compareRuns, type Gate, summarize } from "../index.ts";

const asked = { name: "S", status: "ran", modelCalls: 1, costUsd: 1 } as StageRecord;
/** So many passes, a dollar each. */
const passes = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    sampleResult({ metadata: { questionId: `q${at}` }, stages: [asked] }),
  );
const gates: readonly Gate[] = [
  { gate: "pass_rate", min: 0.1 },
  { gate: "cost", max: 50 },
  { gate: "cost", max: 5 },
];

test("of a run that did not end nothing is conclusive but a sum that is too high already", async () => {
  const notes = ["10 of 12 tasks have a result: the run did not end"];
  expect(checkGates({ summary: await summarize(passes(10), { tasks: 12 }) }, gates)).toMatchObject([
    { met: true, conclusive: false, notes },
    { met: true, conclusive: false, notes },
    { met: false, conclusive: true, notes },
  ]);
  for (const tasks of [10, null])
    expect(checkGates({ summary: await summarize(passes(10), { tasks }) }, gates)).toMatchObject([
      { met: true, conclusive: true, notes: [] },
      { met: true, conclusive: true, notes: [] },
      { met: false, conclusive: true, notes: [] },
    ]);
});

test("a baseline that did not end counts for the gates about it alone", async () => {
  const comparison = await compareRuns([
    { name: "baseline", results: passes(10) },
    { name: "this run", results: passes(10) },
  ]);
  const summary = await summarize(passes(10), { tasks: 10 });
  const unfinished = ["baseline: 10 of 12"];
  const noBroken: Gate = { gate: "no_broken", max: 0 };
  expect(checkGates({ summary, comparison, unfinished }, [noBroken, ...gates])).toMatchObject([
    { met: true, conclusive: false, notes: unfinished },
    { conclusive: true },
    { conclusive: true },
    { conclusive: true },
  ]);
});
