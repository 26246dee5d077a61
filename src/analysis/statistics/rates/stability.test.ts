import { expect, it } from "vitest";
import { stabilityOf } from "./stability.ts";

it("a question is as stable as its most frequent outcome", () => {
  expect(
    stabilityOf([
      ["pass", 2],
      ["wrong", 3],
    ]),
  ).toEqual({ n: 5, mode: "wrong", share: 0.6 });
  expect(
    stabilityOf([
      ["pass", 2],
      ["wrong", 2],
    ]),
  ).toEqual({ n: 4, mode: "pass", share: 0.5 });
  expect(stabilityOf([["pass", 1]])).toEqual({ n: 1, mode: "pass", share: 1 });
  expect(stabilityOf([])).toBeNull();
});
