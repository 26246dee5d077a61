import { taskKey } from "../pipeline/index.ts";
import type { VerificationResult } from "../result/index.ts";
import type { RunResults } from "./run-questions.ts";

/** Results in memory. */
export interface CollectedResults extends RunResults {
  /** Those of the tasks with these keys, in their order, as far as there are any. */
  inOrder(keys: Iterable<string>): Generator<VerificationResult>;
}

/** Collects results in memory, to be put into an order that does not depend on which task was faster. */
export function collectResults(): CollectedResults {
  const collected = new Map<string, VerificationResult>();
  return {
    finished: async () => new Set(),
    open: async () => ({
      name: "memory",
      write(result, task) {
        collected.set(taskKey(task), result);
      },
    }),
    *inOrder(keys) {
      for (const key of keys) {
        const result = collected.get(key);
        if (result !== undefined) yield result;
      }
    },
  };
}
