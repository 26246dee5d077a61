import { expect, test } from "vitest";
import { indexText } from "../../evidence/index.ts";
import { rubricSection } from "../../result/index.ts";
import { type SampleFields, sampleResult } from "../../result/testing/sample-result.ts";
import { resultView } from "../view/result-view.ts";
import { indexTally } from "./index-tally.ts";

function indexOf(...all: readonly SampleFields[]) {
  const tally = indexTally();
  for (const fields of all) {
    const result = sampleResult(fields);
    tally.add(result, resultView(result, { indexText }), 0);
  }
  return tally.index([0]);
}

const judged = (scores: { readonly [trait: string]: boolean | number }, id: string): SampleFields => ({
  metadata: { resultId: id },
  rubric: rubricSection({ llmTraitScores: scores }),
});

test("each question and keyword stands once", () => {
  const { questions, keywords, results } = indexOf(
    { metadata: { questionId: "a", keywords: ["x", "y"], resultId: "1" } },
    { metadata: { questionId: "b", keywords: ["y"], resultId: "2" } },
    { metadata: { questionId: "a", keywords: ["x", "y"], resultId: "3" } },
  );
  expect(questions).toEqual([
    { id: "a", text: "What?", keywords: [0, 1], isTurn: false },
    { id: "b", text: "What?", keywords: [1], isTurn: false },
  ]);
  expect(keywords).toEqual(["x", "y"]);
  expect(results.question).toEqual([0, 1, 0]);
});

test("values of traits are told apart by their labels, also where only some results have them", () => {
  const { traits } = indexOf(
    judged({ clear: true }, "1"),
    judged({}, "2"),
    judged({ clear: false, depth: 2.345 }, "3"),
    {},
  );
  expect(traits).toEqual([
    { trait: "clear", labels: ["true", "false"], values: [0, -1, 1, -1] },
    { trait: "depth", labels: ["2.35"], values: [-1, -1, 0, -1] },
  ]);
});

test("of a trait with very many values the later ones share a label", () => {
  const { traits } = indexOf(...Array.from({ length: 70 }, (_, at) => judged({ length: at }, String(at))));
  expect(traits[0]?.labels).toHaveLength(61);
  expect(traits[0]?.labels.at(-1)).toBe("other values");
  expect(traits[0]?.values.slice(58, 63)).toEqual([58, 59, 60, 60, 60]);
});

test("no two results have the same id, whatever the files say", () => {
  const { id } = indexOf({}, {}, { metadata: { resultId: "" } }).results;
  expect(id[0]).toBe("0123456789abcdef");
  expect(new Set(id).size).toBe(3);
  expect(id.join(" ")).toMatch(/^[0-9a-f]{16} [0-9a-f]{16} [0-9a-f]{16}$/);
});
