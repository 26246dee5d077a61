import { expect, test } from "vitest";
import { resultFromJson, resultToJson } from "./index.ts";
import { sampleResult } from "./testing/sample-result.ts";

const stage = (spent: object) => [{ name: "GenerateAnswer", status: "ran" as const, ...spent }];

test.each([1e308, -1e101, Number.POSITIVE_INFINITY])(
  "a result with a trait of %d, which cannot be added up, is refused",
  (value) => {
    const json = resultToJson(sampleResult());
    const withScores = (scores: object) => ({ ...json, rubric: scores });
    const read = (scores: object) => () => resultFromJson(withScores(scores), "x");
    expect(read({ llm_trait_scores: { "facts.count": 1e100 } })).not.toThrow();
    expect(read({ llm_trait_scores: { "facts.count": value } })).toThrow(
      `rubric.llm_trait_scores.facts.count: expected a number from -1e+100 to 1e+100, found ${value}`,
    );
    expect(read({ metric_trait_scores: { found: { f1: value } } })).toThrow("metric_trait_scores.found.f1");
  },
);

test.each([
  ["cost_usd", -100],
  ["duration_ms", 1e308],
  ["input_tokens", -1],
  ["model_calls", -1],
])("a result whose stage has %s of %d is refused", (key, value) => {
  const json = resultToJson(sampleResult());
  expect(() => resultFromJson({ ...json, stages: stage({ [key]: 0 }) }, "x")).not.toThrow();
  expect(() => resultFromJson({ ...json, stages: stage({ [key]: value }) }, "x")).toThrow(key);
});
