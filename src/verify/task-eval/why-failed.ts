import { failedOutcomes, outcomeOf, type VerificationResult } from "../../result/index.ts";

/** Why a result says nothing about the answer; undefined: it does. */
export function whyFailed(result: VerificationResult): string | undefined {
  const outcome = outcomeOf(result);
  if (!failedOutcomes.includes(outcome)) return undefined;
  return result.metadata.failure?.reason ?? result.metadata.error ?? outcome;
}
