import {
  answeringModel,
  type FailureCategory,
  type Outcome,
  outcomeOf,
  parsingModel,
  type VerificationResult,
} from "../../result/index.ts";

/** One result that is not a pass, with why. */
export interface FailureItem {
  readonly questionId: string;
  readonly questionText: string;
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  readonly replicate: number | null;
  readonly outcome: Outcome;
  readonly stage: string;
  readonly reason: string;
}

/** The failures of one category. */
export interface CategoryFailures {
  readonly category: FailureCategory;
  readonly count: number;
  /** The first of them; `count` tells how many there are in all. */
  readonly items: readonly FailureItem[];
}

/** Gathers failures one result at a time, keeping at most `limit` per category. */
export function failureList(limit: number): {
  add(result: VerificationResult): void;
  /** Categories, most frequent first. */
  categories(): readonly CategoryFailures[];
} {
  const found = new Map<FailureCategory, { count: number; items: FailureItem[] }>();
  return {
    add(result) {
      const { failure } = result.metadata;
      const outcome = outcomeOf(result);
      if (failure === null || outcome === "pass") return;
      const entry = found.get(failure.category) ?? { count: 0, items: [] };
      found.set(failure.category, entry);
      entry.count++;
      if (entry.items.length >= limit) return;
      const { questionId, questionText, replicate } = result.metadata;
      entry.items.push({
        questionId,
        questionText,
        answering: answeringModel(result.metadata),
        parsing: parsingModel(result.metadata),
        replicate,
        outcome,
        stage: failure.stage,
        reason: failure.reason,
      });
    },
    categories: () =>
      [...found]
        .map(([category, { count, items }]) => ({ category, count, items }))
        .sort((left, right) => right.count - left.count),
  };
}
