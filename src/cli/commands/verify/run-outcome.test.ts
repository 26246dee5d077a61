import { describe, expect, test } from "vitest";
import { type RunSummary, summarize } from "../../../analysis/index.ts";
import { KareninaError } from "../../../base/index.ts";
import { noOutcomes, type OutcomeCounts, passShare } from "../../../result/index.ts";
import type { RunReport } from "../../../run/index.ts";
import { failUnderText } from "./fail-under.ts";
import { runOutcome } from "./run-outcome.ts";

const empty = await summarize([]);
const summary = (counts: Partial<OutcomeCounts>): RunSummary => ({
  ...empty,
  overall: {
    ...empty.overall,
    outcomes: { ...noOutcomes(), ...counts },
    passRate: passRate(counts),
    nothingToVerify: counts.unscored ?? 0,
    lackingInfrastructure: counts.infrastructure_failed ?? 0,
  },
});
const passRate = (counts: Partial<OutcomeCounts>) => ({
  ...passShare({ ...noOutcomes(), ...counts }),
  interval: null,
  clusters: 0,
  standardError: null,
  effectiveSize: 0,
});
const report = (total: number, more: Partial<RunReport> = {}): RunReport => ({
  status: "completed",
  total,
  finishedBefore: 0,
  finished: total,
  durationMs: 1,
  lost: [],
  paces: [],
  sinkFailures: [],
  warnings: [],
  ...more,
});

const traitNumbers = {
  trait: "t",
  type: null,
  higherIsBetter: null,
  n: 0,
  values: [],
  failed: 0,
  skipped: 0,
  reasons: [],
};
const rubrics = { evaluationMode: "rubric_only", required: undefined } as const;
const templates = { evaluationMode: "template_only" } as const;

describe("the exit code", () => {
  test.each<[string, RunReport, Partial<OutcomeCounts>, number | undefined, number]>([
    ["wrong answers are no failure of the run", report(2), { wrong: 2 }, undefined, 0],
    ["failed judges neither", report(2), { pass: 1, judge_failed: 1 }, undefined, 0],
    ["a question that cannot be evaluated is one", report(2), { pass: 1, not_evaluable: 1 }, undefined, 1],
    [
      "failed infrastructure leaves it incomplete",
      report(2),
      { pass: 1, infrastructure_failed: 1 },
      undefined,
      1,
    ],
    ["also where nothing is verified", report(2), { unscored: 1, infrastructure_failed: 1 }, undefined, 1],
    ["no verdict at all is one", report(2), { infrastructure_failed: 1, judge_failed: 1 }, undefined, 1],
    ["unless nothing was to be verified", report(2), { unscored: 2 }, undefined, 0],
    ["interrupted", report(2, { status: "cancelled", finished: 1 }), { pass: 1 }, undefined, 130],
    ["out of time", report(2, { status: "timed_out", finished: 1 }), { pass: 1 }, undefined, 1],
    ["the rate is met", report(10), { pass: 9, wrong: 1 }, 0.9, 0],
    ["the rate is missed", report(10), { pass: 8, wrong: 2 }, 0.9, 1],
    ["a task without verdict counts against it", report(10), { pass: 9, judge_failed: 1 }, 0.95, 1],
    ["what needs no verdict does not", report(10), { pass: 9, unscored: 1 }, 1, 0],
    ["a share that binary cannot hold", report(10), { pass: 7, wrong: 3 }, 0.7, 0],
    ["tasks of an earlier part count", report(1, { finishedBefore: 1 }), { pass: 1, wrong: 1 }, 0.6, 1],
  ])("%s", (_, ended, counts, required, exitCode) => {
    expect(runOutcome(ended, summary(counts), { ...templates, required }).exitCode).toBe(exitCode);
  });

  test.each([
    [
      "some traits have values",
      {
        rubricEvaluated: 2,
        traits: [
          { ...traitNumbers, n: 1 },
          { ...traitNumbers, failed: 2 },
        ],
      },
      0,
    ],
    ["no trait has one", { rubricEvaluated: 2, traits: [{ ...traitNumbers, failed: 2 }] }, 1],
    ["no trait applied", { rubricEvaluated: 2, traits: [{ ...traitNumbers, skipped: 2 }] }, 0],
    ["nothing came back", { rubricEvaluated: 0, traits: [] }, 1],
  ])("of a run that judges traits only: %s", (_, numbers, exitCode) => {
    const { overall, ...rest } = summary({ unscored: 2 });
    const judged = { ...rest, overall: { ...overall, nothingToVerify: 2, ...numbers } };
    expect(runOutcome(report(2), judged, rubrics).exitCode).toBe(exitCode);
  });

  test.each([
    [{}, ["The run's budget allows no further task: $2.00 of $2.00 are spent; 1 task of 2 left."]],
    [
      { untold: 2 },
      [
        "The run's budget allows no further task: $2.00 of $2.00 count as spent; 1 task of 2 left.",
        "2 replies did not say what they used: each counts as the most that one before has used, and where none has said, as all of the limit.",
      ],
    ],
  ])("a budget that is spent: %j", (more, complaints) => {
    const spentBudget = { unit: "costUsd" as const, limit: 2, spent: 2, ...more };
    const ended = { ...report(1, { status: "budget_spent", spentBudget }), total: 2 };
    const outcome = runOutcome(ended, summary({ pass: 1 }), { ...templates, required: undefined });
    expect(outcome).toMatchObject({ exitCode: 1, complaints });
  });

  test("results that could not be written", () => {
    const failure = { sink: "x", unwritten: [], error: new KareninaError("file_unwritable", "disk full") };
    const outcome = runOutcome(
      report(1, { status: "sink_failed", sinkFailures: [failure] }),
      summary({ pass: 1 }),
      { ...templates, required: undefined },
    );
    expect(outcome).toMatchObject({ exitCode: 1, complaints: ["disk full"] });
  });
});

test("both rates are said", () => {
  const counts = { ...noOutcomes(), pass: 179, wrong: 1, judge_failed: 20 };
  const { failUnder } = runOutcome(report(200), summary(counts), { ...templates, required: 0.9 });
  expect(failUnder && failUnderText(failUnder, passRate(counts))).toBe(
    "Passed 179 of 200 tasks (89.5 %), below the 90 % asked for; of the 180 that reached a verdict 179 passed (99.4 %).",
  );
});

test("failed infrastructure leaves a run of rubrics incomplete as well", () => {
  const { overall, ...rest } = summary({ unscored: 2, infrastructure_failed: 1 });
  const judged = { ...rest, overall: { ...overall, rubricEvaluated: 2 } };
  expect(runOutcome(report(3), judged, rubrics)).toMatchObject({
    exitCode: 1,
    toRepeat: 1,
    complaints: ["The run is incomplete: 1 task of 3 failed for infrastructure."],
  });
});

test.each([
  [0, 1, "1 task of 3 has traits without a value because of infrastructure"],
  [
    1,
    2,
    "1 task of 3 failed for infrastructure, and 2 tasks of 3 have traits without a value because of infrastructure",
  ],
])("%i failed tasks and %i that only lack a part are told apart", (failed, partly, text) => {
  const { overall, ...rest } = summary({ pass: 3 - failed, infrastructure_failed: failed });
  const lacking = { ...overall, lackingInfrastructure: failed + partly };
  const traits = [{ ...traitNumbers, n: 1, failed: 1 }];
  const outcome = (more: object) =>
    runOutcome(
      report(3),
      { ...rest, overall: { ...lacking, ...more } },
      { ...templates, required: undefined },
    );
  expect(outcome({ traits }).complaints).toEqual([`The run is incomplete: ${text}.`]);
  expect(outcome({}).complaints).toEqual([`The run is incomplete: ${text.replace("traits", "a check")}.`]);
});

test("a rate is rounded, and one just below what was asked for reads as below", () => {
  const text = (pass: number, wrong: number, required: number) => {
    const counts = { ...noOutcomes(), pass, wrong };
    const outcome = runOutcome(report(pass + wrong), summary(counts), { ...templates, required });
    return outcome.failUnder && failUnderText(outcome.failUnder, passRate(counts));
  };
  expect(text(2, 1, 0.5)).toBe("Passed 2 of 3 tasks (66.7 %), at or above the 50 % asked for.");
  expect(text(89_999, 10_001, 0.9)).toBe(
    "Passed 89999 of 100000 tasks (89.999 %), below the 90 % asked for.",
  );
});
