import { expect, test } from "vitest";
import { niceTicks } from "./nice-ticks.ts";

test.each([
  [0.0046, [0, 0.001, 0.002, 0.003, 0.004, 0.005]],
  [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [37, [0, 10, 20, 30, 40]],
  [0, [0, 1]],
])("the ticks up to %s are round and reach it", (most, ticks) => {
  expect(niceTicks(most)).toEqual(ticks);
});
