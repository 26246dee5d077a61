import { KareninaError, messageOf } from "../../base/index.ts";
import type { SearchOutcome, SearchPort } from "../../ports/index.ts";
import type { Excerpt } from "../../result/index.ts";

/** What became of the search for each claim, in order. */
interface LookUp {
  readonly outcomes: readonly SearchOutcome[];
  /** One for each claim whose search failed, or one when the search failed as a whole. */
  readonly warnings: readonly string[];
}

/** Looks claims up, word for word, in one search; one that fails as a whole fails for each. Rejects only when cancelled. */
export async function lookUp(
  search: SearchPort,
  claims: readonly { readonly item: string; readonly excerpt: Excerpt }[],
  signal: AbortSignal,
): Promise<LookUp> {
  if (claims.length === 0) return { outcomes: [], warnings: [] };
  if (signal.aborted)
    throw new KareninaError("cancelled", "Looking up excerpts was cancelled.", { cause: signal.reason });
  const queries = claims.map(({ excerpt }) => excerpt.text);
  try {
    const found = await search.search(queries, { signal });
    const outcomes = queries.map((_, index) => found[index] ?? noOutcome);
    const warnings = outcomes.flatMap((outcome, index) =>
      outcome.ok ? [] : [`The search for an excerpt of ${claims[index]?.item} failed: ${outcome.problem}`],
    );
    return { outcomes, warnings };
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = messageOf(error);
    return {
      outcomes: queries.map(() => ({ ok: false, problem })),
      warnings: [`The search for excerpts failed: ${problem}`],
    };
  }
}

const noOutcome: SearchOutcome = { ok: false, problem: "the search gave no outcome for it" };
