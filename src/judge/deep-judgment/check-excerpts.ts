import type { Excerpt, RejectedExcerpt } from "../../result/index.ts";
import type { ClaimedExcerpt } from "./ask-excerpts.ts";
import type { PassageIndex } from "./passage-index.ts";
import type { EvidenceSettings } from "./settings.ts";

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
 *
 * @param attempt which attempt of the judge they are of, from 1
 */
export function checkExcerpts(
  index: PassageIndex,
  claimed: readonly ClaimedExcerpt[],
  { settings, attempt }: { readonly settings: EvidenceSettings; readonly attempt: number },
): CheckedExcerpts {
  const kept: Excerpt[] = [];
  const rejected: RejectedExcerpt[] = [];
  for (const { text, confidence } of claimed.filter((excerpt) => excerpt.text !== "")) {
    const { match, source, refusal } = index.find(text, settings);
    const { similarity: similarityScore, range, differences } = match;
    const about = { text, confidence, similarityScore };
    const standing = source ? { source } : {};
    if (refusal === null) {
      kept.push({ ...about, start: range?.start ?? null, end: range?.end ?? null, ...standing });
      continue;
    }
    rejected.push({
      ...about,
      threshold: settings.threshold,
      reason: refusal,
      nearestPassage: range === null ? null : index.text.slice(range.start, range.end),
      ...standing,
      ...(differences.length > 0 && { differences: differences.map((one) => ({ ...one })) }),
      attempt,
    });
  }
  const unfound = claimed.find((excerpt) => excerpt.text === "");
  return {
    kept: kept.slice(0, settings.maxExcerpts),
    rejected,
    explanation: unfound?.explanation ?? null,
  };
}
