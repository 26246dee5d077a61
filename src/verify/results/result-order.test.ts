import { expect, test } from "vitest";
import { resultOrder } from "./result-order.ts";

const named = (...ids: readonly string[]) => ids.map((id) => ({ id }));

test("tasks are ordered by question, model, judge and replicate", () => {
  const models = {
    answeringModels: named("m1", "m2"),
    parsingModels: named("j1", "j2"),
    scenarioTurnLimit: 3,
  };
  const keys = resultOrder(named("q1", "q2"), { ...models, replicateCount: 2 });
  expect([...keys].slice(0, 9)).toEqual([
    "q1|m1|j1|1",
    "q1|m1|j1|2",
    "q1|m1|j2|1",
    "q1|m1|j2|2",
    "q1|m2|j1|1",
    "q1|m2|j1|2",
    "q1|m2|j2|1",
    "q1|m2|j2|2",
    "q2|m1|j1|1",
  ]);
  expect([...resultOrder(named("q"), { ...models, replicateCount: 1 })][0]).toBe("q|m1|j1|");
});
