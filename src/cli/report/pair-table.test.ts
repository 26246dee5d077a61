import { expect, test } from "vitest";
import { noOutcomes } from "../../result/index.ts";
import { notPassedText } from "./pair-table.ts";

test("before the semicolon stands what counts in the pass rate, and nothing else", () => {
  const outcomes = { ...noOutcomes(), pass: 39, wrong: 11, no_answer: 4, auto_failed: 1, judge_failed: 2 };
  expect(notPassedText({ outcomes, results: 57, nothingToVerify: 0 })).toBe(
    "11 wrong, 4 no answer; 1 auto-failed, 2 judge failed",
  );
});
