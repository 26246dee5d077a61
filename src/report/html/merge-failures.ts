import type { CategoryFailures, FailureReason } from "../../analysis/index.ts";

/** The failures of one category: how many, and each reason once. */
export type FailuresView = Pick<CategoryFailures, "category" | "count" | "reasons" | "otherReasons">;

/** The failures of several runs together; categories and reasons most frequent first. */
export function mergeFailures(runs: readonly (readonly CategoryFailures[])[]): readonly FailuresView[] {
  const byCategory = Map.groupBy(runs.flat(), ({ category }) => category);
  return Array.from(byCategory, ([category, found]) => ({
    category,
    count: sum(found, ({ count }) => count),
    reasons: mergeReasons(found.flatMap(({ reasons }) => reasons)),
    otherReasons: sum(found, ({ otherReasons }) => otherReasons),
  })).sort((left, right) => right.count - left.count);
}

function mergeReasons(all: readonly FailureReason[]): readonly FailureReason[] {
  const byReason = Map.groupBy(all, ({ stage, outcome, reason }) => JSON.stringify([stage, outcome, reason]));
  return Array.from(byReason.values(), mergeEqual)
    .flat()
    .sort((left, right) => right.count - left.count);
}

function mergeEqual(found: readonly FailureReason[]): readonly FailureReason[] {
  const models = Map.groupBy(
    found.flatMap((one) => one.models),
    ({ model }) => model,
  );
  return found.slice(0, 1).map((first) => ({
    ...first,
    count: sum(found, ({ count }) => count),
    models: Array.from(models, ([model, counts]) => ({ model, count: sum(counts, ({ count }) => count) })),
  }));
}

function sum<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}
