import type { FailureCategory, Outcome } from "../../result/index.ts";
import { countedReasons, type ReasonCount } from "../counted-reasons.ts";
import type { CountedResult } from "./counted-result.ts";

import type { WrongField } from "./wrong-fields.ts";

/** One result that is not a pass, with why. */
export interface FailureItem {
  readonly questionId: string;
  readonly questionText: string;
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  /** The answering model's id in the configuration, or else its name. */
  readonly model: string;
  /** The same of the judge. */
  readonly judge: string;
  readonly replicate: number | null;
  readonly outcome: Outcome;
  readonly stage: string;
  readonly reason: string;
  /** What was expected and what was found, of fields that are wrong; empty for other failures. */
  readonly fields: readonly WrongField[];
}

/** One reason of failures, however often. */
export interface FailureReason extends ReasonCount {
  /** In the words of the first; others may differ in numbers, times and names of requests. */
  readonly reason: string;
  readonly stage: string;
  readonly outcome: Outcome;
  /** The question it first occurred at. */
  readonly questionId: string;
  readonly questionText: string;
}

/** The failures of one category. */
export interface CategoryFailures {
  readonly category: FailureCategory;
  readonly count: number;
  /** Each distinct reason once, most frequent first; see `countedReasons`. */
  readonly reasons: readonly FailureReason[];
  /** Failures for reasons beyond those. */
  readonly otherReasons: number;
  /** The first of them; `count` tells how many there are in all. */
  readonly items: readonly FailureItem[];
}

interface CategoryTally {
  readonly reasons: ReturnType<typeof countedReasons<Omit<FailureReason, keyof ReasonCount>>>;
  readonly items: FailureItem[];
}

/** Gathers failures one result at a time, keeping at most `limit` per category. */
export function failureList(limit: number): {
  add(result: CountedResult): void;
  /** Categories, most frequent first. */
  categories(): readonly CategoryFailures[];
} {
  const found = new Map<FailureCategory, CategoryTally>();

  return {
    add(result) {
      const { failure, outcome, fields } = result;
      if (failure === null || outcome === "pass") return;
      const tally: CategoryTally = found.get(failure.category) ?? {
        reasons: countedReasons(),
        items: [],
      };
      found.set(failure.category, tally);
      const { questionId, questionText, replicate, answering, parsing, model, judge } = result;
      const { stage, reason } = failure;
      const cause = { questionId, questionText, outcome, stage, reason };
      tally.reasons.add(cause, [stage, outcome], model);
      if (tally.items.length < limit)
        tally.items.push({ ...cause, answering, parsing, model, judge, replicate, fields });
    },
    categories: () =>
      [...found]
        .map(([category, { reasons, items }]) => ({
          ...{ category, items, count: reasons.count() },
          reasons: reasons.reasons(),
          otherReasons: reasons.others(),
        }))
        .sort((left, right) => right.count - left.count),
  };
}
