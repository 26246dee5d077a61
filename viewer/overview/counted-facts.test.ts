import { expect, test } from "vitest";
import { countedFacts } from "./counted-facts.ts";
import { gridRows } from "./grid-rows.ts";

const question = (id: string, isTurn: boolean) => ({ id, text: `${id}?`, keywords: [], isTurn });

/** One question and a walk of two turns; a question that the simulated user made up is a turn. */
const mixed = {
  questions: [question("alone", false), question("talks/talk", true), question("talks/talk", true)],
  outcomes: ["pass", "wrong"] as const,
  results: {
    ...{ id: ["a", "b", "c"], question: [0, 1, 2], subject: [0, 0, 0], replicate: [null, null, null] },
    ...{ outcome: [1, 1, 1], credit: [null, null, null], note: ["", "", ""] },
  },
  scenarios: [{ run: 0, name: "talks", nodes: [], edges: [] }],
  ...{ walks: [], keywords: [], blocks: [], traits: [], pictures: [] },
};

test("turns of walks are counted apart from questions, and are no rows of their grid", () => {
  expect(countedFacts(mixed)).toEqual([
    ["1 question", "1 scenario"],
    ["1 result", "0 walks of 2 turns"],
  ]);
  expect(gridRows(mixed, 1)).toEqual([{ question: 0, cells: [[0]], passed: 0, failed: 1 }]);
  const [only] = mixed.questions.slice(0, 1);
  const alone = { ...mixed, questions: only ? [only] : [], scenarios: [] };
  const results = { ...mixed.results, question: [0, 0, 0] };
  expect(countedFacts({ ...alone, results })).toEqual([["1 question"], ["3 results"]]);
});
