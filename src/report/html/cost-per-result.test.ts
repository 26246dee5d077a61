import { expect, test } from "vitest";
import { costPerResult } from "./cost-per-result.ts";

const stage = (name: string, costUsd: number | null) => ({ stage: name, costUsd });
const subject = (answering: string, costUsd: number | null, stages: readonly ReturnType<typeof stage>[]) => ({
  ...{ answering, stages },
  numbers: { costUsd, results: 10, costKnown: costUsd === null ? 0 : 10 },
});
const first = subject("m", 3, [stage("GenerateAnswer", 2), stage("ParseTemplate", 1)]);
const second = subject("m", 0.5, [stage("ParseTemplate", 0.5)]);
const other = subject("n", 4, [stage("GenerateAnswer", 4)]);

test("an answer that judges share counts in full for each of them", () => {
  const all = [first, second, other];
  expect(all.map((one) => costPerResult(one, all))).toEqual([0.3, 0.25, 0.4]);
});

test("where the price of shared answers is not known in full, none of their judges has a cost", () => {
  const partial = { ...first, numbers: { ...first.numbers, costKnown: 9 } };
  expect(costPerResult(second, [partial, second])).toBeNull();
  expect(costPerResult(subject("m", null, []), [])).toBeNull();
});
