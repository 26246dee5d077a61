import { expect, test } from "vitest";
import type { CategoryFailures, FailureReason } from "../../analysis/index.ts";
import { mergeFailures } from "./merge-failures.ts";

const reason = (text: string, count: number, model = "m"): FailureReason => ({
  ...{ reason: text, stage: "S", outcome: "wrong", count, questionId: "q", questionText: "Q?" },
  models: [{ model, count }],
});
const category = (
  name: CategoryFailures["category"],
  ...reasons: readonly FailureReason[]
): CategoryFailures => ({
  category: name,
  count: reasons.reduce((sum, { count }) => sum + count, 1),
  reasons,
  otherReasons: 1,
  items: [],
});

test("runs are added up: each category and each reason stands once, most frequent first", () => {
  const merged = mergeFailures([
    [category("content", reason("a", 3)), category("timeout", reason("t", 9))],
    [category("content", reason("b", 4), reason("a", 5, "other"))],
  ]);
  expect(merged.map((one) => [one.category, one.count, one.otherReasons])).toEqual([
    ["content", 14, 2],
    ["timeout", 10, 1],
  ]);
  expect(merged[0]?.reasons.map(({ reason: text, count }) => [text, count])).toEqual([
    ["a", 8],
    ["b", 4],
  ]);
  expect(merged[0]?.reasons[0]?.models).toEqual([
    { model: "m", count: 3 },
    { model: "other", count: 5 },
  ]);
});
