import type { HallucinationRisk } from "../../result/index.ts";

const levels: readonly HallucinationRisk[] = ["none", "low", "medium", "high"];

/** The highest of the risks; undefined without any. */
export function highestRisk(risks: readonly string[]): HallucinationRisk | undefined {
  return levels.findLast((level) => risks.includes(level));
}
