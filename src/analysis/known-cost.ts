import type { VerificationResult } from "../result/index.ts";

/** True where each stage tells its cost. A stage that called no model, or failed before anything was used, has none. */
export const isCostOfStagesKnown = (stages: VerificationResult["stages"]): boolean =>
  stages.every(
    ({ costUsd, modelCalls, status, inputTokens, outputTokens }) =>
      costUsd !== null || (inputTokens + outputTokens === 0 && (modelCalls === 0 || status === "failed")),
  );
