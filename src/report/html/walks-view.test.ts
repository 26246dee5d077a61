import { expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { indexText } from "../../evidence/index.ts";
import { walkId } from "../../result/index.ts";
import { walkedRun, walkedScenarios } from "../../result/testing/walked-run.ts";
import { junitReport } from "../junit/junit-report.ts";
import { renderMarkdown } from "../markdown/markdown-report.ts";
import { userPart } from "../text/simulated-user.ts";
import { resultView } from "../view/result-view.ts";
import { indexTally } from "./index-tally.ts";
import { mergeCutShort } from "./merge-failures.ts";
import { walksView, wayPicture } from "./walks-view.ts";

const { walks, results } = walkedRun();
const summary = await summarize(results, { walks });
const report = {
  ...{ name: "Support", summary, comparison: undefined, gates: [], judges: [] },
  read: () => results,
  placeOf: () => undefined,
};

test("a walk of the page has the places of its turns, the edges it took, and a picture of its way", () => {
  const tally = indexTally();
  for (const result of results) tally.add(result, resultView(result, { indexText }), 0);
  tally.addScenarios(walkedScenarios, 0);
  for (const walk of walks) tally.addWalk(walk, 0);
  const index = tally.index([0]);
  expect(index.walks).toHaveLength(12);
  expect(index.questions.every(({ isTurn }) => isTurn)).toBe(true);
  const walk = index.walks[2];
  expect(walk).toMatchObject({
    ...{ scenario: "refund-flow", replicate: 3, status: "completed", successful: false },
    path: ["asks", "pays", "person"],
    turns: [5, 6, 7],
    reasons: ["paid does not hold: The last turn was at person, not at pays."],
    outcomes: [
      { outcome: "paid", value: "false" },
      { outcome: "turns_taken", value: "3" },
    ],
  });
  const edges = walkedScenarios[0]?.edges ?? [];
  expect(walk?.taken.map((edge) => (edge === null ? null : edges[edge]?.target))).toEqual([
    null,
    "pays",
    "person",
    "__end__",
  ]);
  const picture = index.pictures[walk?.picture ?? -1] ?? "";
  expect(picture.match(/marker-end="url\(#walked\)"/g)).toHaveLength(3);
  expect(picture.match(/<(?:rect|circle)[^>]* stroke="#0b62c4"/g)).toHaveLength(4);
  // ways that are alike share one
  expect(index.pictures).toHaveLength(6);
});

test("a graph that nobody could read as a picture is not drawn: laying it out takes very long", () => {
  const [scenario] = walkedScenarios;
  const [walk] = walks;
  if (scenario === undefined || walk === undefined) throw new Error("there is no walk");
  expect(wayPicture(scenario, walk)).toContain("<svg");
  const [edge] = scenario.edges;
  const edges = Array.from({ length: 1001 }, () => edge ?? { source: "", target: "", label: "" });
  expect(wayPicture({ ...scenario, edges }, walk)).toBeNull();
});

test("who wrote what was asked is told from the stages of a turn, and why a simulated user stopped", () => {
  const stage = (reason: string | null) => ({ name: "SimulatedUser", status: "ran" as const, reason });
  expect(userPart([])).toEqual({ stops: [], asks: false });
  expect(userPart([stage(null)])).toEqual({ stops: [], asks: true });
  expect(userPart([stage("gave_up")])).toEqual({ stops: ["the simulated user gives up"], asks: false });
  expect(userPart([stage("goal_reached"), stage(null)])).toEqual({
    ...{ stops: ["the simulated user has reached its goal"], asks: true },
  });
});

test("reasons why walks were cut short are one over several runs, with how often and a walk to open", () => {
  const { cutShort } = summary.scenarios ?? {};
  const merged = mergeCutShort(cutShort === undefined ? [] : [cutShort, cutShort]);
  const models = [
    { model: "small", count: 2 },
    { model: "large", count: 2 },
  ];
  expect(merged).toEqual([
    {
      ...{ words: "with an error", count: 4 },
      reasons: [
        {
          ...{
            status: "error",
            category: "timeout",
            stage: "GenerateAnswer",
            reason: "no reply within 120 s",
          },
          ...{ scenario: "refusal under pressure", node: "asks", walk: walkId(walks[4] ?? ({} as never)) },
          ...{ count: 4, models },
        },
      ],
    },
    {
      ...{ words: "at the most turns", count: 4 },
      reasons: [
        expect.objectContaining({
          category: null,
          count: 4,
          models,
          walk: walkId(walks[5] ?? ({} as never)),
        }),
      ],
    },
  ]);
});

test("the page, Markdown and JUnit say what walks came to", async () => {
  expect(walksView(summary, 0, (name) => name)?.models[0]).toEqual({
    ...{ model: "openai:small", completed: "4/6", turnsToSuccess: "2.33 (2–3)" },
    successful: expect.objectContaining({ passed: 3, of: 5 }),
    cutShort: "1 at the most turns, 1 with an error",
    scenarios: [
      {
        scenario: "refund-flow",
        outcomes: [
          { outcome: "paid", text: "true 2/3 67 % [21–94]" },
          { outcome: "turns_taken", text: "mean 2.67 [2.00–3.00] (found 2–3)" },
        ],
      },
      {
        scenario: "refusal under pressure",
        outcomes: [
          { outcome: "paid", text: "true 2/2 100 % [34–100]" },
          { outcome: "turns_taken", text: "mean 2.50 [2.00–3.00] (found 2–3)" },
        ],
      },
    ],
  });
  const markdown = renderMarkdown(report);
  expect(markdown).toMatch(/^## Support: 6 of 10 walks successful\n/);
  expect(markdown).toContain("| small | 4/6 | 3/5 60 % [14–93] |");
  expect(markdown).toContain("- refund-flow, paid: true 4/6 67 % ");
  expect(markdown).toContain("<summary>6 walks that failed</summary>");
  const xml = (await Array.fromAsync(junitReport([report]))).join("");
  expect(xml).toContain('tests="12" failures="4" errors="2" skipped="0"');
});
