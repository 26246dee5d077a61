import { expect, test } from "vitest";
import { walkedRun } from "../../result/testing/walked-run.ts";
import { checkGates, type Gate, readGates, summarize } from "../index.ts";
import { run } from "./testing/gate-samples.ts";

const { walks, results } = walkedRun();
const scenarios = await summarize(results, { walks });
const both = await summarize([...results, ...run(9, 1)], { walks });

const verdicts = (summary: typeof scenarios, ...gates: readonly Gate[]) =>
  checkGates({ summary }, gates).map(({ of, observed, met, n, problem }) => ({
    of,
    observed,
    met,
    n,
    problem,
  }));

const small = "openai:small, judged by openai:judge, scenario ";

test("walks are held to shares that end, that succeed, and to what criteria say", () => {
  expect(
    verdicts(
      scenarios,
      { gate: "walk_completion", min: 0.7 },
      { gate: "walk_success", min: 0.6 },
      { gate: "walk_outcome", outcome: "paid", min: 0.9 },
      { gate: "walk_outcome", outcome: "turns_taken", min: 2, max: 2.5, model: "small" },
    ),
  ).toEqual([
    { of: "overall", observed: 8 / 12, met: false, n: 12, problem: null },
    { of: "overall", observed: 0.6, met: true, n: 10, problem: null },
    { of: "overall, scenario refund-flow", observed: 4 / 6, met: false, n: 6, problem: null },
    { of: "overall, scenario refusal under pressure", observed: 1, met: true, n: 4, problem: null },
    { of: `${small}refund-flow`, observed: 8 / 3, met: true, n: 3, problem: null },
    { of: `${small}refund-flow`, observed: 8 / 3, met: false, n: 3, problem: null },
    { of: `${small}refusal under pressure`, observed: 2.5, met: true, n: 2, problem: null },
    { of: `${small}refusal under pressure`, observed: 2.5, met: true, n: 2, problem: null },
  ]);
  const [verdict] = checkGates({ summary: scenarios }, [{ gate: "walk_success", min: 0.1, model: "*" }]);
  expect(verdict).toMatchObject({
    met: true,
    conclusive: true,
    notes: ["1 of 6 walks say nothing of the model"],
  });
});

test("what cannot be told is not met, and says why", () => {
  const problems = (summary: typeof scenarios, ...gates: readonly Gate[]) =>
    verdicts(summary, ...gates).map(({ met, problem }) => [met, problem]);
  const questions = { ...both, scenarios: null };
  expect([
    ...problems(questions, { gate: "walk_success", min: 0 }),
    ...problems(
      scenarios,
      { gate: "walk_outcome", outcome: "payd", min: 0 },
      { gate: "walk_outcome", outcome: "paid", min: 80, scenario: "refund-flow" },
      { gate: "walk_outcome", outcome: "paid", min: 0, scenario: "refnd-flow" },
      { gate: "walk_success", min: 0, model: "smal" },
      { gate: "pass_rate", min: 0 },
    ),
  ]).toEqual([
    [false, "the run has no walks through scenarios"],
    [false, expect.stringContaining('no walk has a criterion payd, did you mean "paid"?')],
    [false, "paid is true or false, and its share from 0 to 1"],
    [false, expect.stringContaining('a scenario refnd-flow has a criterion, did you mean "refund-flow"?')],
    [false, expect.stringContaining("no result is of the model smal")],
    [false, "the run has scenarios and no questions: walk_success and walk_outcome are about these"],
  ]);
});

test("pass rates are of questions; outcomes of both, each by itself; costs of both together", () => {
  expect(
    verdicts(
      both,
      { gate: "pass_rate", min: 0.9 },
      { gate: "outcome_share", outcome: "infrastructure_failed", max: 0.05 },
      { gate: "cost", max: 0.3 },
    ),
  ).toEqual([
    { of: "overall", observed: 0.9, met: true, n: 10, problem: null },
    { of: "overall", observed: 0, met: true, n: 10, problem: null },
    { of: "turns of scenarios", observed: 2 / 28, met: false, n: 28, problem: null },
    // with 0.04 that two walks spent beside their turns; of two others nobody knows it
    { of: "overall", observed: expect.closeTo(0.32), met: false, n: 40, problem: null },
  ]);
  expect(verdicts(scenarios, { gate: "outcome_share", outcome: "wrong", max: 1 })).toMatchObject([
    { of: "overall", n: 28 },
  ]);
});

test("a criterion without a bound is refused", async () => {
  await expect(readGates("gates: [{ gate: walk_outcome, outcome: paid }]")).rejects.toThrow(
    "The gate of the criterion paid needs `min` or `max`.",
  );
});
