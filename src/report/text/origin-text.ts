import type { ReusedResult } from "../../result/index.ts";

/** Where what was taken over comes from, such as `answer taken over from result 3f09…, 2026-01-31T12:00:00.000Z`. */
export function originText({ what, resultId, runName, timestamp }: ReusedResult): string {
  const run = runName === null ? "" : ` of run "${runName}"`;
  return `${what === "result" ? "taken over whole from" : "answer taken over from"} result ${resultId}${run}, ${timestamp}`;
}
