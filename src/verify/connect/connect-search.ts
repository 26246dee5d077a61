import path from "node:path";
import { type Clock, type Environment, KareninaError, variable } from "../../base/index.ts";
import { type OwnSearch, parseSearchTool, type SearchToolSpec } from "../../config/index.ts";
import type { SearchPort } from "../../ports/index.ts";
import { loadSearchModule } from "./load-search-module.ts";

/** What connecting a search depends on. */
export interface ConnectSearchOptions {
  readonly environment: Environment;
  /** Relative module paths start here, and programs are started here. Default: the working directory. */
  readonly folder?: string | undefined;
  readonly clock?: Clock;
  /** Uniform in 0..1, for backoff. Default: `Math.random`. */
  readonly random?: () => number;
  /** The setting that names the tool, for hints. */
  readonly setting?: string;
  /** Told what is worth knowing while the search is used, a line at a time. */
  readonly notify?: ((line: string) => void) | undefined;
  /** Default: Tavily's own address. */
  readonly tavilyBaseUrl?: string;
}

type Connectors = {
  readonly [Kind in SearchToolSpec["kind"]]: (
    spec: SearchToolSpec & { readonly kind: Kind },
    options: ConnectSearchOptions,
  ) => Promise<SearchPort>;
};

const connectors: Connectors = {
  async tavily(_, { environment, clock, random, tavilyBaseUrl }) {
    const apiKey = variable(environment, "TAVILY_API_KEY");
    if (apiKey === undefined) {
      throw new KareninaError(
        "missing_key",
        "No API key for the search tool tavily: TAVILY_API_KEY is not set.",
        {
          hint: "Set TAVILY_API_KEY, choose another search tool, or turn the search off.",
        },
      );
    }
    const { tavilySearch } = await adapters();
    return tavilySearch({
      apiKey,
      ...(tavilyBaseUrl === undefined ? {} : { baseUrl: tavilyBaseUrl }),
      ...(clock === undefined ? {} : { clock }),
      ...(random === undefined ? {} : { random }),
    });
  },
  async module(spec, { folder = "." }) {
    return ownSearch(await loadSearchModule(path.resolve(folder, spec.path)));
  },
  async mcp(spec, { environment, folder, clock, notify, setting = "the search tool" }) {
    const { parseMcpServer } = await import("../../mcp/index.ts");
    const read = parseMcpServer("search", spec.server, environment);
    if (!read.ok) {
      // its form was checked with the configuration: what is left is a variable that is not set
      throw new KareninaError("missing_key", `The search tool cannot be used: ${read.problem}.`, {
        hint: "Set the variable in the environment.",
      });
    }
    const started = read.server.transport === "stdio" && folder !== undefined ? { cwd: folder } : {};
    const server = { ...started, ...read.server, setting };
    const { mcpSearch } = await adapters();
    return mcpSearch({
      server,
      environment,
      tool: spec.tool,
      notify,
      ...(clock === undefined ? {} : { clock }),
    });
  },
  own: (spec) => ownSearch(spec.tool),
};

async function ownSearch(tool: OwnSearch): Promise<SearchPort> {
  const { functionSearch } = await adapters();
  return functionSearch(tool);
}

/** Loaded with the first search: a run without one need not wait for what connections need. */
function adapters() {
  return import("../../search/index.ts");
}

/**
 * Opens a search tool: `tavily`, the path of a module, `mcp:<command or URL>#<tool>`, or a function or object itself.
 * An MCP server is connected to at the first query; everything else that would fail every query fails here.
 *
 * @throws KareninaError `configuration`, `missing_key`, `file_not_found`, `file_unreadable`, `invalid_input`.
 */
export async function connectSearch(
  value: string | OwnSearch,
  options: ConnectSearchOptions,
): Promise<SearchPort> {
  const read = parseSearchTool(value);
  if (!read.ok) throw new KareninaError("configuration", `The search tool cannot be used: ${read.problem}.`);
  // the list has one connector for each kind, made for that kind
  const connect = connectors[read.spec.kind] as (
    spec: SearchToolSpec,
    options: ConnectSearchOptions,
  ) => Promise<SearchPort>;
  return connect(read.spec, options);
}
