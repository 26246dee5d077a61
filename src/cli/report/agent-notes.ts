import type { RunSummary } from "../../analysis/index.ts";
import { agentText, pairNames } from "../../report/index.ts";

/** What agents did, a sentence per model, not wrapped; empty where there were none. */
export function agentNotes(summary: RunSummary): readonly string[] {
  const names = pairNames(summary);
  return summary.pairs.flatMap(({ agents }, at) => {
    const text = agentText(agents);
    if (text === undefined) return [];
    return [`${summary.pairs.length === 1 ? "" : `${names[at]}: `}${text}.`];
  });
}
