import { oneLine, pluralize } from "../../../base/index.ts";
import type { VerificationResult } from "../../../result/index.ts";

/** Looks at results one at a time, for own stages that failed. */
interface OwnStageTally {
  add(result: Pick<VerificationResult, "stages">): void;
  /** A sentence for each stage that failed: a verdict that another one reached stands, but not with its consent. */
  complaints(): readonly string[];
}

/** Counts where own stages failed, with the first reason of each. */
export function tallyOwnStages(names: readonly string[]): OwnStageTally {
  const failed = new Map<string, { count: number; readonly reason: string | null }>();
  return {
    add({ stages }) {
      for (const { name, status, reason } of stages) {
        if (status !== "failed" || !names.includes(name)) continue;
        failed.set(name, {
          count: (failed.get(name)?.count ?? 0) + 1,
          reason: failed.get(name)?.reason ?? reason,
        });
      }
    },
    complaints: () =>
      Array.from(failed, ([name, { count, reason }]) =>
        oneLine(
          `The own stage ${name} failed in ${pluralize(count, "task")}: ${reason ?? "it gives no reason"}`,
        ),
      ),
  };
}
