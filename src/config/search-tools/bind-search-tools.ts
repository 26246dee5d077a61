import { KareninaError } from "../../base/index.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import type { OwnSearch } from "./own-search.ts";
import { parseSearchTool } from "./search-tool-spec.ts";

/** Searches of the user's own by the names that settings call them. */
export type SearchTools = { readonly [name: string]: OwnSearch };

/**
 * The configuration with the searches themselves where it names some that a run was given.
 *
 * @throws KareninaError `configuration` for a name that means a built-in search, a module or a server.
 */
export function bindSearchTools(config: VerificationConfig, tools: SearchTools = {}): VerificationConfig {
  for (const name of Object.keys(tools)) refuseTakenName(name);
  const bound = searchToolSettings.flatMap((setting) => {
    const name = config[setting];
    return typeof name === "string" && Object.hasOwn(tools, name) ? [[setting, tools[name]]] : [];
  });
  return { ...config, ...Object.fromEntries(bound) };
}

function refuseTakenName(name: string): void {
  if (!parseSearchTool(name).ok && name.trim() === name && name !== "") return;
  throw new KareninaError(
    "configuration",
    `The search tool ${JSON.stringify(name)} cannot be used: the name means something else.`,
    {
      hint: 'Such as searchTools: { pubmed: async (query) => [{ content: "…" }] }, and the setting "pubmed".',
    },
  );
}
