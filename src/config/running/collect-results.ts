import type { Question } from "../../benchmark/index.ts";
import { taskKey } from "../../pipeline/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import type { ResultSink } from "../../run/index.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import { resultOrder } from "./result-order.ts";

/** Results in memory. */
export interface CollectedResults {
  readonly sink: ResultSink;
  /** In the order of {@link resultOrder}. */
  inOrder(plan: {
    readonly questions: readonly Question[];
    readonly config: ResolvedConfig;
  }): readonly VerificationResult[];
}

/** Collects results in memory, to be put into an order that does not depend on which task was faster. */
export function collectResults(): CollectedResults {
  const collected = new Map<string, VerificationResult>();
  return {
    sink: {
      name: "memory",
      write(result, task) {
        collected.set(taskKey(task), result);
      },
    },
    inOrder: ({ questions, config }) =>
      [...resultOrder(questions, config)].flatMap((key) => collected.get(key) ?? []),
  };
}
