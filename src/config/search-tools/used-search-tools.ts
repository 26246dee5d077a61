import type { searchToolSettings } from "../settings/search-tool.ts";

/** Which evidence of a run is looked up outside the answers. */
export interface SearchNeeds {
  readonly template: boolean;
  readonly rubric: boolean;
}

/** The setting of the search tool for each use. */
export const searchSettings = {
  template: "deepJudgmentSearchTool",
  rubric: "deepJudgmentRubricSearchTool",
} as const satisfies Readonly<Record<keyof SearchNeeds, (typeof searchToolSettings)[number]>>;

/** The settings whose search tools a run connects. */
export function usedSearchTools(needs: SearchNeeds) {
  return (["template", "rubric"] as const).filter((use) => needs[use]).map((use) => searchSettings[use]);
}
