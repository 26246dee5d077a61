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

test("a run that did not end meets no gate; where that is allowed nothing is conclusive but a sum that is too high already", async () => {
  const problem = "10 of 12 tasks have a result: the run did not end";
  const notes = [problem];
  const killed = { summary: await summarize(passes(10), { tasks: 12 }) };
  expect(checkGates(killed, gates)).toMatchObject([
    { met: false, conclusive: false, notes, problem, observed: 1 },
    { met: false, conclusive: false, notes, problem },
    { met: false, conclusive: true, notes, problem },
  ]);
  expect(checkGates({ ...killed, allowUnfinished: true }, gates)).toMatchObject([
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
  const subject = { summary, comparison, unfinished };
  expect(checkGates({ ...subject, allowUnfinished: true }, [noBroken])).toMatchObject([
    { met: true, conclusive: false, notes: unfinished },
  ]);
  expect(checkGates(subject, [noBroken, ...gates])).toMatchObject([
    { met: false, conclusive: false, notes: unfinished },
    { conclusive: true },
    { conclusive: true },
    { conclusive: true },
  ]);
});

test("bounds are held by sums of binary numbers that come to the same", async () => {
  const tenths = Array.from({ length: 3 }, (_, at) =>
    sampleResult({ metadata: { questionId: `q${at}` }, stages: [{ ...asked, costUsd: 0.1 }] }),
  );
  const summary = await summarize(tenths);
  expect(summary.overall.costUsd).toBeGreaterThan(0.3);
  expect(checkGates({ summary }, [{ gate: "cost", max: 0.3 }])).toMatchObject([{ met: true }]);
  expect(checkGates({ summary }, [{ gate: "cost", max: 0.2999 }])).toMatchObject([{ met: false }]);
});
