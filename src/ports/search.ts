/** One thing a search found. */
export interface SearchResult {
  readonly title: string | null;
  /** Never empty. */
  readonly content: string;
  readonly url: string | null;
}

/** What became of one query; a query without results is `ok` with an empty list. */
export type SearchOutcome =
  | { readonly ok: true; readonly results: readonly SearchResult[] }
  | { readonly ok: false; readonly problem: string };

/** A way to look claims up outside the answer. */
export interface SearchPort {
  /**
   * One outcome per query, in order. A query that fails takes nothing from the others; rejects only when cancelled.
   */
  search(
    queries: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly SearchOutcome[]>;
  /** Closes connections; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
