import type {
  CategoryFailures,
  CutShortReason,
  FailureReason,
  ScenarioSummary,
} from "../../analysis/index.ts";
import { cutShortWords } from "../text/walk-text.ts";

/** The failures of one category: how many, and each reason once. */
export type FailuresView = Pick<CategoryFailures, "category" | "count" | "reasons" | "otherReasons">;

/** The failures of several runs together; categories and reasons most frequent first. */
export function mergeFailures(runs: readonly (readonly CategoryFailures[])[]): readonly FailuresView[] {
  const byCategory = Map.groupBy(runs.flat(), ({ category }) => category);
  return Array.from(byCategory, ([category, found]) => ({
    category,
    count: sum(found, ({ count }) => count),
    reasons: mergeReasons(
      found.flatMap(({ reasons }) => reasons),
      ({ stage, outcome }) => [stage, outcome],
    ),
    otherReasons: sum(found, ({ otherReasons }) => otherReasons),
  })).sort((left, right) => right.count - left.count);
}

/** Walks that ended in one way before their end: how many, and each reason once. */
export interface CutShortView {
  /** `with an error`. */
  readonly words: string;
  readonly count: number;
  readonly reasons: readonly CutShortReason[];
}

/** The walks of several runs that did not come to their end; the most frequent first. */
export function mergeCutShort(runs: readonly ScenarioSummary["cutShort"][]): readonly CutShortView[] {
  const reasons = mergeReasons(
    runs.flatMap((run) => run.reasons),
    ({ status, category, stage }) => [status, category, stage],
  );
  const others = sum(runs, ({ otherReasons }) => otherReasons);
  const views = Array.from(
    Map.groupBy(reasons, ({ status }) => status),
    ([status, found]) => ({
      words: cutShortWords[status],
      count: sum(found, ({ count }) => count),
      reasons: found,
    }),
  );
  return [
    ...views.sort((left, right) => right.count - left.count),
    ...(others > 0 ? [{ words: "for further reasons", count: others, reasons: [] }] : []),
  ];
}

type Reason = Pick<FailureReason, "reason" | "count" | "models">;

function mergeReasons<One extends Reason>(
  all: readonly One[],
  kindOf: (reason: One) => readonly unknown[],
): readonly One[] {
  const byReason = Map.groupBy(all, (one) => JSON.stringify([...kindOf(one), one.reason]));
  return Array.from(byReason.values(), mergeEqual)
    .flat()
    .sort((left, right) => right.count - left.count);
}

function mergeEqual<One extends Reason>(found: readonly One[]): readonly One[] {
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
