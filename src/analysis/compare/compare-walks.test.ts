import { expect, test } from "vitest";
import { failure } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { type SampleWalk, sampleWalk } from "../../result/testing/sample-walk.ts";
import { walkedRun } from "../../result/testing/walked-run.ts";
import { checkGates } from "../gates/check-gates.ts";
import type { Gate } from "../gates/gate.ts";
import { summarize } from "../summary/summarize.ts";
import { compareModels, compareRuns } from "./compare-runs.ts";

type Sample = Omit<SampleWalk, "scenarioId"> & { readonly holds?: boolean };

const walk = (scenarioId: string, { holds = true, ...fields }: Sample = {}) =>
  sampleWalk({ scenarioId, outcomeResults: { holds }, outcomeReasons: { holds: "said so." }, ...fields });

const runOf = (name: string, walks: readonly ReturnType<typeof walk>[]) => ({
  name,
  results: walks.flatMap(({ results }) => results),
  walks: walks.map((one) => one.walk),
});

const compared = async (
  before: readonly ReturnType<typeof walk>[],
  after: readonly ReturnType<typeof walk>[],
) => compareRuns([runOf("before", before), runOf("after", after)]);

const scenarios = Array.from({ length: 8 }, (_, at) => `s${at}`);

test("walks are matched by scenario and replicate, and turns are no results of questions", async () => {
  const before = scenarios.map((name) => walk(name));
  const after = [
    ...scenarios
      .slice(2)
      .map((name, at) => walk(name, { holds: at > 3, status: at === 0 ? "limit_reached" : "completed" })),
    walk("new", { holds: false }),
  ];
  const { pairs, ...comparison } = await compared(before, after);
  expect(comparison).toMatchObject({ tests: 9, passTests: 0, successTests: 1, walkTests: 8 });
  expect(pairs[0]).toMatchObject({ matched: 0, unmatchedA: 0, unmatchedB: 0, apart: null, broken: [] });
  const { walks } = pairs[0] ?? {};
  expect(walks).toMatchObject({
    ...{ matched: 6, unmatchedA: 2, unmatchedB: 1, unmatchedScenarios: ["s0", "s1", "new"] },
    ...{ apart: null, unendedA: 0, unendedB: 0, leftOutA: 0, leftOutB: 0, mended: [] },
    // one walk of each scenario: two-sided, 4 changed of 4
    successful: { pairs: 6, onlyA: 4, both: 2, test: { method: "mcnemar", pValue: 0.125 } },
    completed: { pairs: 6, onlyA: 1, test: { pValue: 1 } },
  });
  // a criterion of two scenarios is not one, whatever it is called
  const held = walks?.outcomes.map(({ scenario, name, pairs, onlyA }) => [scenario, name, pairs, onlyA]);
  expect(held).toEqual(["s2", "s3", "s4", "s5", "s6", "s7"].map((at, n) => [at, "holds", 1, n < 4 ? 1 : 0]));
  expect(walks?.broken.map(({ scenario }) => scenario)).toEqual(["s2", "s3", "s4", "s5"]);
  expect(walks?.broken[0]).toMatchObject({
    a: { successful: 1, of: 1, status: "completed", path: ["asks", "pays"], reasons: [] },
    b: {
      successful: 0,
      status: "limit_reached",
      reasons: ["It would have gone on beyond the most turns.", "holds does not hold: said so."],
    },
  });
  expect(walks?.newFailures.map(({ scenario }) => scenario)).toEqual(["s2", "s3", "s4", "s5", "new"]);
});

test("replicates are clustered by scenario; a scenario broke where most of its walks did", async () => {
  const replicates = (name: string, held: readonly boolean[]) =>
    held.map((holds, at) => walk(name, { holds, replicate: at + 1 }));
  const before = [...replicates("a", [true, true, true]), ...replicates("b", [true, true, false])];
  const after = [...replicates("a", [true, true, false]), ...replicates("b", [false, false, true])];
  const { walks } = (await compared(before, after)).pairs[0] ?? {};
  expect(walks).toMatchObject({
    matched: 6,
    successful: { pairs: 6, clusters: 2, onlyA: 3, onlyB: 1, test: { method: "sign_flip" } },
    outcomes: [
      { scenario: "a", pairs: 3, clusters: 3, onlyA: 1, onlyB: 0, test: { method: "mcnemar" } },
      { scenario: "b", pairs: 3, clusters: 3, onlyA: 2, onlyB: 1, test: { method: "mcnemar" } },
    ],
    broken: [{ scenario: "b", a: { successful: 2, of: 3 }, b: { successful: 1, of: 3 } }],
    mended: [],
  });
});

test("walks that judge or infrastructure broke off are in no rate but completion, and unended turns are told", async () => {
  const lost = failure({ category: "connection", stage: "GenerateAnswer", reason: "no reply" });
  const broken = walk("a", { status: "error", holds: false, terminalFailure: { ...lost, nodeId: "pays" } });
  const late = walk("b");
  const { pairs } = await compareRuns([
    runOf("before", [walk("a"), walk("b")]),
    { ...runOf("after", [broken, late]), walks: [broken.walk] },
  ]);
  expect(pairs[0]?.walks).toMatchObject({
    ...{ matched: 1, unmatchedA: 1, leftOutB: 1, unendedA: 0, unendedB: 2 },
    successful: { pairs: 0, test: null },
    completed: { pairs: 1, onlyA: 1 },
    ...{ outcomes: [], broken: [], newFailures: [{ scenario: "a" }] },
    coverage: [
      {
        questionsA: 2,
        absent: 1,
        decidedA: 2,
        decided: 0,
        lacking: [{ side: "b", outcome: "error", count: 1 }],
      },
    ],
  });
});

test("models of one run are compared by their walks, with what these took; chosen ones in the order they are named", async () => {
  const { walks: all, results } = walkedRun();
  const { sides, pairs } = await compareModels(results, { walks: all });
  expect(sides).toEqual(["openai:small", "openai:large"]);
  expect(pairs[0]?.walks).toMatchObject({ matched: 6, leftOutA: 1, leftOutB: 1, leftOutBoth: 0 });
  const measures = pairs[0]?.walks?.measures.map(({ scenario, name, kind, meanA, test: tested }) => ({
    ...{ scenario, name, kind, meanA: Math.round(meanA * 1000) / 1000, tested: tested !== null },
  }));
  expect(measures).toEqual([
    { scenario: "refund-flow", name: "turns_taken", kind: "criterion", meanA: 2.667, tested: true },
    { scenario: "refusal under pressure", name: "turns_taken", kind: "criterion", meanA: 3, tested: true },
    { scenario: null, name: "turns_to_success", kind: "score", meanA: 2, tested: true },
    { scenario: null, name: "turns", kind: "resource", meanA: 2.333, tested: false },
    { scenario: null, name: "seconds", kind: "resource", meanA: 4.667, tested: false },
    { scenario: null, name: "cost_usd", kind: "resource", meanA: 0.025, tested: false },
  ]);
  const chosen = await compareModels(results, { walks: all, only: ["openai:large", "openai:small"] });
  expect(chosen.sides).toEqual(["openai:large", "openai:small"]);
  expect(chosen.pairs[0]?.walks).toMatchObject({ matched: 6, unendedA: 0, unendedB: 0 });
  const judges = await compareRuns([
    { name: "a", results, walks: all.slice(0, 6) },
    { name: "b", results, walks: all.slice(0, 6).map((one) => ({ ...one, parsing: null })) },
  ]);
  expect(judges.pairs[0]?.walks).toMatchObject({ matched: 6, otherJudges: 6, judgesB: ["unknown judge"] });
});

test("judges are compared by what judging a walk cost and took: simulated users and answers are no part of it", async () => {
  const judgedBy = (modelName: string, costUsd: number) => {
    const spent = { status: "ran" as const, reason: null, modelCalls: 1, retries: {}, ruling: null };
    const stage = (name: string, cost: number) => ({
      ...{ ...spent, name, costUsd: cost, durationMs: 1000, inputTokens: 10, outputTokens: 1 },
    });
    const parsing = { interface: "openai", modelName, tools: [], configId: null };
    const work = ["SimulatedUser", "GenerateAnswer"].map((name) => stage(name, 4));
    return sampleWalk({
      stages: [stage("SimulatedUser", 8)],
      turns: [1, 2].map((turn) => ({
        node: "asks",
        metadata: { parsing, resultId: `${modelName}${turn}` },
        stages: [...work, stage("ParseTemplate", costUsd)],
      })),
    });
  };
  const both = [judgedBy("cheap", 0.25), judgedBy("dear", 0.5)];
  const sides = { walks: both.map((one) => one.walk), by: "parsing" as const };
  const { pairs } = await compareModels(
    both.flatMap((one) => one.results),
    sides,
  );
  const { measures = [] } = pairs[0]?.walks ?? {};
  expect(measures.map(({ name, meanA, meanB }) => [name, meanA, meanB])).toEqual(
    expect.arrayContaining([
      ["judging_cost_usd", 0.5, 1],
      ["judging_seconds", 2, 2],
    ]),
  );
});

const gateOf = (gate: Gate["gate"], more: object = {}) =>
  ({ gate, by: 0, max: 0, alpha: 0.05, ...more }) as Gate;

test("gates hold scenarios against the baseline, and beside questions each by itself", async () => {
  const summary = await summarize([]);
  const broken = await compared(
    scenarios.map((name) => walk(name)),
    scenarios.map((name) => walk(name, { holds: false })),
  );
  const failed = checkGates({ summary, comparison: broken }, [
    gateOf("not_worse"),
    gateOf("no_broken"),
    gateOf("no_new_failures"),
    gateOf("no_broken", { keyword: "safety" }),
  ]);
  expect(failed.map(({ met, observed, n, of }) => ({ met, observed, n, of }))).toEqual([
    { met: false, observed: -1, n: 8, of: "after against before" },
    { met: false, observed: 8, n: 8, of: "after against before" },
    { met: false, observed: 8, n: 8, of: "after against before" },
    { met: false, observed: null, n: 0, of: "after against before" },
  ]);
  expect(failed[3]?.problem).toBe("scenarios have no keywords, so none has safety");

  const question = sampleResult();
  const before = runOf("before", [walk("a")]);
  const after = runOf("after", [walk("a", { holds: false })]);
  const both = await compareRuns([
    { ...before, results: [...before.results, question] },
    { ...after, results: [...after.results, question] },
  ]);
  const gates = [gateOf("no_broken"), gateOf("no_broken", { keyword: "none" })];
  const verdicts = checkGates({ summary, comparison: both }, gates);
  expect(verdicts.map(({ of, met, problem }) => ({ of, met, problem }))).toEqual([
    { of: "after against before", met: true, problem: null },
    { of: "walks of after against before", met: false, problem: null },
    { of: "after against before", met: false, problem: "no question has the keyword none" },
  ]);
  const apart = await compared([walk("a"), walk("b")], [walk("c")]);
  expect(apart.pairs[0]?.walks).toMatchObject({ matched: 0, apart: "questions" });
  expect(checkGates({ summary, comparison: apart }, [gateOf("no_broken")])).toMatchObject([
    { met: false, problem: expect.stringContaining("the sides have no scenario in common") },
  ]);
});
