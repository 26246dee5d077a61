import { expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { walkId } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { sampleWalk } from "../../result/testing/sample-walk.ts";
import { walkedRun } from "../../result/testing/walked-run.ts";
import { renderSummary } from "./summary.ts";
import { terminalOn } from "./terminal.ts";

const terminal = terminalOn({ write: () => true }, {});
const { walks, results } = walkedRun(["small"]);
const idOf = (at: number) => walkId(walks[at] ?? ({} as never));
const showCommand = "npx karenina show run.jsonl";

test("a run of scenarios has its walks first, then those that failed with whole reasons, the ways, and the turns", async () => {
  const text = renderSummary(await summarize(results, { walks, tasks: 7 }), { terminal, showCommand });
  expect(text).toBe(`Scenarios
  6 of 7 tasks have a result: the run did not end.
  6 walks through 2 scenarios, model openai:small, 3 replicates, judge openai:judge, $0.1800 in all

                                        turns to
  model  completed        successful     success  time/walk  not completed
  small        4/6  3/5 60 % [14-93]  2.33 (2-3)      4.7 s  1 at the most turns, 1 with an error

  scenario                criterion    walks
  refund-flow             paid             3  true 2/3 67 % [21-94]
                          turns_taken      3  mean 2.67 [2.00-3.00] (found 2-3)
  refusal under pressure  paid             2  true 2/2 100 % [34-100]
                          turns_taken      2  mean 2.50 [2.00-3.00] (found 2-3)

  Successful: completed, and no criterion is false; 95 % intervals, walks through one scenario taken together.
  Left out there and from criteria: 1 walk that judge, infrastructure, the scenario or the end of the run broke off.

Walks cut short
  1 with an error (timeout): small
    no reply within 120 s
    in refusal under pressure, at asks, by GenerateAnswer: npx karenina show run.jsonl --walk ${idOf(4)}
  1 at the most turns: small
    It would have gone on beyond the most turns.
    in refusal under pressure, at presses: npx karenina show run.jsonl --walk ${idOf(5)}

Walks that failed
  refund-flow, small, r3: asks -> pays -> person
    paid does not hold: The last turn was at person, not at pays.

Ways
  refund-flow: 2 of 3 walks successful
    1: asks -> pays
    1: asks -> asks -> pays
    1 (0 successful): asks -> pays -> person
  refusal under pressure: 1 of 3 walks successful
    1: asks -> presses
    1 (0 successful): asks
    1 (0 successful): asks -> presses -> presses

Turns
  14 turns, each judged as a question is

  model           pass rate  tokens     cost  time/task  not passed
  small  11/13 85 % [24-99]    1.5k  $0.1400      1.5 s  2 wrong; 1 infrastructure failed

  Pass rate: pass of pass + wrong + no answer, with its 95 % interval, turns of a scenario taken together; failures are not in it.

Without a verdict
  1 infrastructure failed (timeout): small
    no reply within 120 s
    at asks?, in GenerateAnswer
`);
});

test("beside questions, turns are in no number of theirs; those of walks that have not ended are told", async () => {
  const alone = await summarize([sampleResult()]);
  const both = await summarize([...results, sampleResult()], { walks: walks.slice(1) });
  expect(both).toMatchObject({
    overall: alone.overall,
    pairs: alone.pairs,
    run: { questions: 1, finished: 6 },
  });
  expect(alone.scenarios).toBeNull();
  const text = renderSummary(both, { terminal, results: [...results, sampleResult()] });
  expect(text).toMatch(/^Results\n {2}1 result of 1 question,/);
  expect(text).toMatch(/2 turns of walks that have not ended\.[\s\S]*Questions\n {2}\+ pass {2}#5 What\?/);
});

test("walks say nothing of a model where something else broke them off; its own failure counts", async () => {
  const ended = (category: string) =>
    sampleWalk({
      scenarioId: category,
      status: "error",
      terminalFailure: { nodeId: "asks", category, stage: "S", reason: "r" },
      outcomeResults: { paid: false },
    }).walk;
  const broken = ["timeout", "parsing", "scenario", "unheard of"].map(ended);
  const late = sampleWalk({ scenarioId: "late", status: "timeout" }).walk;
  const refused = [ended("abstention"), ended("recursion_limit")];
  const { scenarios } = await summarize([], { walks: [...broken, late, ...refused] });
  expect(scenarios?.overall).toMatchObject({
    walks: 7,
    statuses: { completed: 0, error: 6, timeout: 1 },
    completed: { passed: 0, of: 7 },
    successful: { passed: 0, of: 2 },
    outcomes: ["abstention", "recursion_limit"].map((scenario) => ({
      scenario,
      outcome: "paid",
      passed: 0,
      of: 1,
    })),
    turnsToSuccess: { n: 0, mean: null },
  });
  expect(scenarios?.failed.map(({ reasons }) => reasons[0])).toEqual([
    ...broken.map(() => "S at asks: r"),
    "The run ended before it: out of time or budget, or stopped.",
    ...refused.map(() => "S at asks: r"),
  ]);
  const text = renderSummary(await summarize([], { walks: [...broken, ...broken, late] }), { terminal });
  expect(text).toMatch(
    /Walks cut short\n {2}2 with an error \(timeout\): .*\n {4}r\n {4}first in timeout, at asks, by S\n/,
  );
  expect(text).toContain("1 cut by the end of the run: ");
  expect(text).not.toContain("Walks that failed");
});

test("walks of files that do not say their models are counted, and names cannot hide what is shown", async () => {
  const { walk } = sampleWalk({ scenarioId: "a\u001b[2Jb", outcomeResults: { "x\ny": true } });
  const text = renderSummary(await summarize([], { walks: [{ ...walk, answering: null, parsing: null }] }), {
    terminal,
  });
  expect(text).toContain("unknown model        1/1  1/1 100 % [21-100]");
  expect(text).toContain("x y");
  expect(text).not.toContain("\u001b");
});

test("turns are broken down beside questions, and alone where there are none", async () => {
  const one = { terminal, by: ["keyword"] as const };
  const alone = renderSummary(await summarize(results, { walks, breakdowns: ["keyword"] }), one);
  expect(alone).toContain("Turns by keyword\n");
  expect(alone).not.toMatch(/^By keyword$/m);
  const both = await summarize([...results, sampleResult()], { walks, breakdowns: ["keyword"] });
  expect(renderSummary(both, one)).toMatch(/^By keyword$[\s\S]*^Turns by keyword$/m);
});
