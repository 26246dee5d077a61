import { expect, it } from "vitest";
import { rubricSection, VerificationResultSet } from "../index.ts";
import { sampleResult } from "../testing/sample-result.ts";

const judged = sampleResult({
  metadata: { resultId: "1" },
  rubric: rubricSection({
    rubricEvaluationPerformed: true,
    llmTraitScores: { clarity: 4, "parts.a": 1, "parts.b": "x" },
    metricTraitScores: { drugs: { f1: 1 } },
    traitProvenance: { clarity: "global", parts: "question_specific", drugs: "dynamic" },
  }),
});
const other = sampleResult({
  metadata: { resultId: "2" },
  rubric: rubricSection({
    rubricEvaluationPerformed: true,
    llmTraitScores: { clarity: 2 },
    regexTraitScores: { cites: false },
  }),
});
const set = new VerificationResultSet([judged, sampleResult({ metadata: { resultId: "3" } }), other]);

it("the traits of a set by type, each once", () => {
  expect(set.getTraitNames()).toEqual({
    llm: ["clarity", "parts"],
    regex: ["cites"],
    callable: [],
    metric: ["drugs"],
    retrieval: [],
    agentic: [],
  });
});

it("a trait's values by result", () => {
  expect([...set.getTraitScores("clarity")]).toEqual([
    ["1", 4],
    ["2", 2],
  ]);
  expect([...set.getTraitScores("cites")]).toEqual([["2", false]]);
  expect([...set.getTraitScores("parts.b")]).toEqual([["1", "x"]]);
  expect(set.getTraitScores("toString").size).toBe(0);
});

it("traits are counted once, by origin and type", () => {
  const none = { llm: 0, regex: 0, callable: 0, metric: 0, retrieval: 0, agentic: 0 };
  expect(set.getSummary().rubricTraits).toEqual({
    globalTraits: { ...none, llm: 1, regex: 1 },
    questionSpecificTraits: { ...none, llm: 1 },
    dynamicTraits: { ...none, metric: 1 },
  });
  expect(new VerificationResultSet([sampleResult()]).getSummary().rubricTraits).toBeNull();
});
