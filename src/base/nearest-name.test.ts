import { expect, test } from "vitest";
import { nearestName, nearestNames } from "./nearest-name.ts";

const known = ["temperature", "replicate_count", "max_tokens", "ai_sdk"];

test.each([
  ["temprature", "temperature"],
  ["tempertaure", "temperature"],
  ["replicateCount", "replicate_count"],
  ["replicates", "replicate_count"],
  ["MAX-TOKENS", "max_tokens"],
  ["aisdk", "ai_sdk"],
  ["_count", undefined],
  ["te_count", "replicate_count"],
  ["something_else", undefined],
  ["", undefined],
])("%s → %s", (given, name) => {
  expect(nearestName(given, known)).toBe(name);
});

test.each([
  ["seed", ["seeds_of_run", "sede", "other"], ["seeds_of_run", "sede"]],
  ["Q12", ["q-12", "q120", "q1", "far away"], ["q-12", "q120", "q1"]],
  ["q1", ["q1", "q11", "q111", "q1111"], ["q1", "q11", "q111"]],
  ["", ["a"], []],
  ["nothing like it", known, []],
])("%s of %j → %j", (given, names, near) => {
  expect(nearestNames(given, names)).toEqual(near);
});

test("a name of any length is compared with any other", () => {
  const long = "x".repeat(100_000);
  expect(nearestName("temprature", [long, "temperature"])).toBe("temperature");
  expect(nearestName(long, known)).toBeUndefined();
  expect(nearestNames(`${long}y`, [long, `${long.slice(1)}z`])).toEqual([]);
});
