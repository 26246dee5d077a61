import { expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import { indexText } from "../../evidence/index.ts";
import { walkedRun, walkedScenarios } from "../../result/testing/walked-run.ts";
import { junitReport } from "../junit/junit-report.ts";
import { renderMarkdown } from "../markdown/markdown-report.ts";
import { userPart } from "../text/simulated-user.ts";
import { resultView } from "../view/result-view.ts";
import { indexTally } from "./index-tally.ts";
import { walksView } from "./walks-view.ts";

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

test("who wrote what was asked is told from the stages of a turn, and why a simulated user stopped", () => {
  const stage = (reason: string | null) => ({ name: "SimulatedUser", status: "ran" as const, reason });
  expect(userPart([])).toEqual({ stops: [], asks: false });
  expect(userPart([stage(null)])).toEqual({ stops: [], asks: true });
  expect(userPart([stage("gave_up")])).toEqual({ stops: ["the simulated user gives up"], asks: false });
  expect(userPart([stage("goal_reached"), stage(null)])).toEqual({
    ...{ stops: ["the simulated user has reached its goal"], asks: true },
  });
});

test("the page, Markdown and JUnit say what walks came to", async () => {
  expect(walksView(summary, 0, (name) => name)?.models[0]).toEqual({
    ...{
      model: "openai:small",
      completed: "4/6",
      successful: "3/5 60 % [14–93]",
      turnsToSuccess: "2.33 (2–3)",
    },
    cutShort: "1 at the most turns, 1 with an error",
    outcomes: [
      { outcome: "paid", text: "true 4/5 80 % [22–98]" },
      { outcome: "turns_taken", text: "mean 2.60 [2.50–2.67] (found 2–3)" },
    ],
  });
  const markdown = renderMarkdown(report);
  expect(markdown).toMatch(/^## Support: 6 of 10 walks successful\n/);
  expect(markdown).toContain("| small | 4/6 | 3/5 60 % [14–93] |");
  expect(markdown).toContain("<summary>6 walks that failed</summary>");
  const xml = (await Array.fromAsync(junitReport([report]))).join("");
  expect(xml).toContain('tests="12" failures="4" errors="2" skipped="0"');
});
