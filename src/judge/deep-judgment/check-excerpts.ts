import { type Difference, refusalOf, type TextIndex } from "../../evidence/index.ts";
import type { Excerpt } from "../../result/index.ts";
import type { ClaimedExcerpt } from "./ask-excerpts.ts";
import type { EvidenceSettings } from "./settings.ts";

/** A quote that does not stand in the answer, or that says nothing by itself. */
export interface RejectedExcerpt {
  readonly text: string;
  /** In 0..1; below `threshold` unless it differs in what bears meaning, or says nothing. */
  readonly similarity: number;
  readonly threshold: number;
  /** The passage of the answer that comes nearest; null when nothing is alike. */
  readonly nearest: string | null;
  /** Where it and that passage differ. */
  readonly differences?: readonly Difference[];
  /** It stands there, as signs without a word, or as a letter or two of a longer word. */
  readonly saysNothing?: true;
}

/** One item's quotes after looking for them in the answer. */
export interface CheckedExcerpts {
  /** Those that stand in the answer, at most `maxExcerpts`, in the judge's order. */
  readonly kept: readonly Excerpt[];
  readonly rejected: readonly RejectedExcerpt[];
  /** Why the judge found nothing, in its words; null when it did not say. */
  readonly explanation: string | null;
}

/**
 * Looks for one item's quotes in the answer; one counts by the rule of `refusalOf`.
 */
export function checkExcerpts(
  index: TextIndex,
  claimed: readonly ClaimedExcerpt[],
  settings: EvidenceSettings,
): CheckedExcerpts {
  const kept: Excerpt[] = [];
  const rejected: RejectedExcerpt[] = [];
  for (const { text, confidence } of claimed.filter((excerpt) => excerpt.text !== "")) {
    const match = index.locate(text);
    const { similarity, range, differences } = match;
    const refusal = refusalOf(match, index.text, settings.threshold);
    if (refusal === "says_nothing") {
      rejected.push({ text, similarity, threshold: settings.threshold, nearest: null, saysNothing: true });
    } else if (refusal !== null) {
      const nearest = range === null ? null : index.text.slice(range.start, range.end);
      rejected.push({ text, similarity, threshold: settings.threshold, nearest, differences });
    } else {
      kept.push({
        text,
        confidence,
        similarityScore: similarity,
        start: range?.start ?? null,
        end: range?.end ?? null,
      });
    }
  }
  const unfound = claimed.find((excerpt) => excerpt.text === "");
  return {
    kept: kept.slice(0, settings.maxExcerpts),
    rejected,
    explanation: unfound?.explanation ?? null,
  };
}
