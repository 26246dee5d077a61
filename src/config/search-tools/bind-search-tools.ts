import { KareninaError } from "../../base/index.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { isOwnSearch, type OwnSearch } from "./own-search.ts";
import { parseSearchTool } from "./search-tool-spec.ts";

/** Searches of the user's own by the names that settings call them. */
export type SearchTools = { readonly [name: string]: OwnSearch };

/**
 * The configuration with the searches themselves where it names some that a run was given.
 *
 * @throws KareninaError `configuration` for what is no search, and for a name that means a built-in search, a module or a server.
 */
export function bindSearchTools(config: VerificationConfig, tools: SearchTools = {}): VerificationConfig {
  for (const [name, tool] of Object.entries(tools)) refuseUnusable(name, tool);
  const bound = searchToolSettings.flatMap((setting) => {
    const name = config[setting];
    return typeof name === "string" && Object.hasOwn(tools, name) ? [[setting, tools[name]]] : [];
  });
  return { ...config, ...Object.fromEntries(bound) };
}

function refuseUnusable(name: string, tool: unknown): void {
  if (!isOwnSearch(tool))
    throw unusable(name, "it is neither a function nor an object with a method that searches");
  if (parseSearchTool(name).ok || name.trim() !== name || name === "")
    throw unusable(name, "the name means something else");
}

const unusable = (name: string, why: string) =>
  new KareninaError("configuration", `The search tool ${JSON.stringify(name)} cannot be used: ${why}.`, {
    hint: 'Such as searchTools: { pubmed: async (query) => [{ content: "…" }] }, and the setting "pubmed".',
  });
