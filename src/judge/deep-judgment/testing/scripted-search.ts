import type { SearchOutcome, SearchPort } from "../../../ports/index.ts";

/** A search that gives each query the outcome it is told to, and remembers what it was asked. */
export function scriptedSearch(outcome: (query: string) => SearchOutcome | Error): SearchPort & {
  /** The queries of each search. */
  readonly searches: readonly (readonly string[])[];
} {
  const searches: (readonly string[])[] = [];
  return {
    searches,
    async search(queries) {
      searches.push(queries);
      return queries.map((query) => {
        const found = outcome(query);
        if (found instanceof Error) throw found;
        return found;
      });
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** What a search found: one result. */
export const oneResult: SearchOutcome = {
  ok: true,
  results: [{ title: "Venetoclax", content: "A BCL2 inhibitor.", url: "https://example.org/v" }],
};
