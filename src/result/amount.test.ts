import { expect, test } from "vitest";
import { resultFromJson, resultToJson } from "./index.ts";
import { sampleResult } from "./testing/sample-result.ts";

const stage = (spent: object) => [{ name: "GenerateAnswer", status: "ran" as const, ...spent }];

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
