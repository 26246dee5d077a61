/** How help says what results are read from, beside the number of them. */
export const resultsHelp = {
  one: "results of a run: its log (.jsonl, .jsonl.zst), JSON export (.json), or place in a store (postgres://…#RUN, sqlite:FILE#RUN)",
  several:
    "results of runs: logs (.jsonl, .jsonl.zst), JSON exports (.json), or places in a store (postgres://…#RUN, sqlite:FILE#RUN)",
} as const;
