import type { StageRecord, VerificationResult } from "../../result/index.ts";

/** What one stage took over all results. */
export interface StageNumbers {
  /** Its name, such as `ParseTemplate`. */
  readonly stage: string;
  readonly ran: number;
  readonly skipped: number;
  readonly failed: number;
  /** Wall time in milliseconds, of those that were not skipped. */
  readonly durationMs: number;
  readonly modelCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars, over those that know it; null when none does. */
  readonly costUsd: number | null;
}

/** Adds up what stages took, a result at a time. */
export function stageTally(): {
  add(result: Pick<VerificationResult, "stages">): void;
  /** In order of first appearance. */
  stages(): readonly StageNumbers[];
} {
  const found = new Map<string, StageNumbers>();
  return {
    add({ stages }) {
      for (const record of stages)
        found.set(record.name, added(found.get(record.name) ?? nothing(record.name), record));
    },
    stages: () => [...found.values()],
  };
}

const nothing = (stage: string): StageNumbers => ({
  stage,
  ...{ ran: 0, skipped: 0, failed: 0, durationMs: 0, modelCalls: 0, inputTokens: 0, outputTokens: 0 },
  costUsd: null,
});

function added(sum: StageNumbers, record: StageRecord): StageNumbers {
  return {
    ...sum,
    [record.status]: sum[record.status] + 1,
    durationMs: sum.durationMs + (record.status === "skipped" ? 0 : record.durationMs),
    modelCalls: sum.modelCalls + record.modelCalls,
    inputTokens: sum.inputTokens + record.inputTokens,
    outputTokens: sum.outputTokens + record.outputTokens,
    costUsd: record.costUsd === null ? sum.costUsd : (sum.costUsd ?? 0) + record.costUsd,
  };
}
