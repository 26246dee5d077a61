import type { SearchPort } from "../../ports/index.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import type { SearchTool } from "../verification/search-tool.ts";
import { connectSearch } from "./search.ts";
import type { Wiring } from "./wiring.ts";

/** Which evidence of a run is looked up outside the answers. */
export interface SearchNeeds {
  readonly template: boolean;
  readonly rubric: boolean;
}

/** The searches of a run; null: nothing is looked up. */
export interface RunSearches {
  readonly template: SearchPort | null;
  readonly rubric: SearchPort | null;
}

/** Opens the searches that are needed. Templates and rubrics share one where their setting is the same. */
export async function connectSearches(
  config: ResolvedConfig,
  needs: SearchNeeds,
  { environment, clock, random }: Wiring,
  opened: AsyncDisposableStack,
): Promise<RunSearches> {
  const ports = new Map<SearchTool, SearchPort>();
  const open = async (isNeeded: boolean, tool: SearchTool): Promise<SearchPort | null> => {
    if (!isNeeded) return null;
    const setting = sameSetting(tool);
    const port = ports.get(setting) ?? opened.use(await connectSearch(tool, { environment, clock, random }));
    ports.set(setting, port);
    return port;
  };
  return {
    template: await open(needs.template, config.deepJudgmentSearchTool),
    rubric: await open(needs.rubric, config.deepJudgmentRubricSearchTool),
  };
}

/** One writing for a setting that can be written in several ways; case counts in paths and in names of tools. */
function sameSetting(tool: SearchTool): SearchTool {
  if (typeof tool !== "string") return tool;
  const text = tool.trim();
  return text.toLowerCase() === "tavily" ? "tavily" : text;
}
