import type { FailureCategory, Outcome } from "../../result/index.ts";
import type { CountedResult } from "./counted-result.ts";
import { reasonCause } from "./reason-cause.ts";
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
export interface FailureReason {
  /** In the words of the first; others may differ in numbers, times and names of requests. */
  readonly reason: string;
  readonly stage: string;
  readonly outcome: Outcome;
  readonly count: number;
  /** How often with each answering model, by its short name. */
  readonly models: readonly { readonly model: string; readonly count: number }[];
  /** The question it first occurred at. */
  readonly questionId: string;
  readonly questionText: string;
}

/** The failures of one category. */
export interface CategoryFailures {
  readonly category: FailureCategory;
  readonly count: number;
  /** Each distinct reason once, most frequent first; at most {@link mostReasons}. */
  readonly reasons: readonly FailureReason[];
  /** Failures for reasons beyond those. */
  readonly otherReasons: number;
  /** The first of them; `count` tells how many there are in all. */
  readonly items: readonly FailureItem[];
}

/** So many reasons of a category are told apart. */
const mostReasons = 50;

interface CountedReason {
  readonly first: Pick<FailureReason, "reason" | "stage" | "outcome" | "questionId" | "questionText">;
  count: number;
  readonly models: Map<string, number>;
}

interface CategoryTally {
  count: number;
  readonly reasons: Map<string, CountedReason>;
  otherReasons: number;
  readonly items: FailureItem[];
}

/** Gathers failures one result at a time, keeping at most `limit` per category. */
export function failureList(limit: number): {
  add(result: CountedResult): void;
  /** Categories, most frequent first. */
  categories(): readonly CategoryFailures[];
} {
  const found = new Map<FailureCategory, CategoryTally>();

  function addReason(tally: CategoryTally, item: Omit<FailureItem, "fields">): void {
    const { reason, stage, outcome, questionId, questionText, model } = item;
    const cause = JSON.stringify([stage, outcome, reasonCause(reason)]);
    let counted = tally.reasons.get(cause);
    if (counted === undefined) {
      if (tally.reasons.size >= mostReasons) {
        tally.otherReasons++;
        return;
      }
      counted = { first: { reason, stage, outcome, questionId, questionText }, count: 0, models: new Map() };
      tally.reasons.set(cause, counted);
    }
    counted.count++;
    counted.models.set(model, (counted.models.get(model) ?? 0) + 1);
  }

  return {
    add(result) {
      const { failure, outcome, fields } = result;
      if (failure === null || outcome === "pass") return;
      const tally: CategoryTally = found.get(failure.category) ?? {
        count: 0,
        reasons: new Map(),
        otherReasons: 0,
        items: [],
      };
      found.set(failure.category, tally);
      tally.count++;
      const { questionId, questionText, replicate, answering, parsing, model, judge } = result;
      const item = {
        questionId,
        questionText,
        answering,
        parsing,
        model,
        judge,
        replicate,
        outcome,
        stage: failure.stage,
        reason: failure.reason,
      };
      addReason(tally, item);
      if (tally.items.length < limit) tally.items.push({ ...item, fields });
    },
    categories: () =>
      [...found]
        .map(([category, { count, reasons, otherReasons, items }]) => ({
          category,
          count,
          reasons: [...reasons.values()]
            .map(({ first, count: often, models }) => ({
              ...first,
              count: often,
              models: Array.from(models, ([model, ofModel]) => ({ model, count: ofModel })),
            }))
            .sort((left, right) => right.count - left.count),
          otherReasons,
          items,
        }))
        .sort((left, right) => right.count - left.count),
  };
}
