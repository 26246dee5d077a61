import { formatCost } from "../../base/index.ts";
import type { ReusedResult } from "../../result/index.ts";

/** Where what was taken over comes from, such as `answer taken over from result 3f09…, 2026-01-31T12:00:00.000Z`. */
export function originText(reused: ReusedResult): string {
  const { what, resultId, runName, timestamp, addedTraits = [] } = reused;
  const run = runName === null ? "" : ` of run "${runName}"`;
  const whole =
    addedTraits.length === 0 ? "taken over whole from" : `taken over but for ${addedTraits.join(", ")} from`;
  return `${what === "result" ? whole : "answer taken over from"} result ${resultId}${run}, ${timestamp}${toldText(reused)}`;
}

/** What the answer took, where that is no more than somebody's word. */
function toldText({ toldByFile, inputTokens, outputTokens, costUsd }: ReusedResult): string {
  if (!toldByFile) return "";
  const tokens = inputTokens + outputTokens > 0 ? [`${inputTokens} tokens in, ${outputTokens} out`] : [];
  const parts = [...tokens, ...(costUsd === null ? [] : [formatCost(costUsd)])];
  return parts.length === 0 ? "" : `; by its file ${parts.join(", ")}`;
}
