import {
  fileName,
  type ResolvedConfig,
  type SearchNeeds,
  type SearchTool,
  searchSettings,
  type searchToolSettings,
} from "../../config/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import { connectSearch } from "./connect-search.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/** The searches of a run; null: nothing is looked up. */
export interface RunSearches {
  readonly template: SearchPort | null;
  readonly rubric: SearchPort | null;
}

/** Opens the searches that are needed. Templates and rubrics share one where their setting is the same. */
export async function connectSearches(
  config: ResolvedConfig,
  needs: SearchNeeds,
  { environment, clock, random }: RunConnectContext,
  { opened, notify }: { readonly opened: AsyncDisposableStack; readonly notify: (text: string) => void },
): Promise<RunSearches> {
  const ports = new Map<SearchTool, SearchPort>();
  const open = async (
    isNeeded: boolean,
    name: (typeof searchToolSettings)[number],
  ): Promise<SearchPort | null> => {
    if (!isNeeded) return null;
    const tool = config[name];
    const writing = sameSetting(tool);
    const known = ports.get(writing);
    if (known !== undefined) return known;
    const options = { environment, clock, random, setting: fileName(name), notify };
    const port = opened.use(await connectSearch(tool, options));
    ports.set(writing, port);
    return port;
  };
  return {
    template: await open(needs.template, searchSettings.template),
    rubric: await open(needs.rubric, searchSettings.rubric),
  };
}

/** One writing for a setting that can be written in several ways; case counts in paths and in names of tools. */
function sameSetting(tool: SearchTool): SearchTool {
  if (typeof tool !== "string") return tool;
  const text = tool.trim();
  return text.toLowerCase() === "tavily" ? "tavily" : text;
}
