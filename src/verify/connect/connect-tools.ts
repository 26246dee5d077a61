import { type Clock, definedOnly, type Environment, KareninaError } from "../../base/index.ts";
import { hiddenTexts, type McpServer } from "../../mcp/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { ToolSource } from "../../ports/index.ts";
import type { RunConnectContext } from "./run-connect-context.ts";

/** What MCP servers are connected with. */
interface ToolsOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  /** Told what a user may want to know about servers, a line at a time. */
  readonly notify: (text: string) => void;
}

/**
 * Makes the tools of models, one source for all that name the same servers in the same way; `opened` closes them.
 * Servers are connected with the first use.
 */
export function toolSources(
  options: ToolsOptions,
  opened: AsyncDisposableStack,
): RunConnectContext["toolsOf"] {
  const sources = new Map<string, Promise<ToolSource>>();
  return async (model) => {
    if (model.mcpUrlsDict === null) return null;
    const key = settingKey(model);
    const source = sources.get(key) ?? openSource(model, options);
    if (!sources.has(key)) {
      sources.set(key, source);
      opened.use(await source);
    }
    return source;
  };
}

const settingKey = (model: ResolvedModel) =>
  JSON.stringify([
    Object.entries(model.mcpUrlsDict ?? {}).sort(),
    model.mcpToolFilter?.toSorted() ?? null,
    Object.entries(model.mcpToolDescriptionOverrides ?? {}).sort(),
    model.mcpHttpTimeout,
    model.mcpSseReadTimeout,
  ]);

async function openSource(
  model: ResolvedModel,
  { environment, clock, notify }: ToolsOptions,
): Promise<ToolSource> {
  const { mcpToolSource, parseMcpServer } = await import("../../mcp/index.ts");
  const servers = Object.entries(model.mcpUrlsDict ?? {}).map(([name, value]): McpServer => {
    const read = parseMcpServer(name, value, environment);
    if (read.ok) return { ...withSecrets(read.server), setting: `mcp_urls_dict.${name}` };
    // its form was checked with the configuration: what is left is a variable that is not set
    throw new KareninaError("missing_key", `Model "${model.id}": ${read.problem}.`, {
      hint: "Set the variable in the environment.",
    });
  });
  return mcpToolSource({
    servers,
    environment,
    clock,
    notify,
    ...definedOnly({
      toolFilter: model.mcpToolFilter ?? undefined,
      descriptionOverrides: model.mcpToolDescriptionOverrides ?? undefined,
      httpTimeoutMs: milliseconds(model.mcpHttpTimeout),
      sseReadTimeoutMs: milliseconds(model.mcpSseReadTimeout),
    }),
  });
}

/** The server with everything named that its error texts and tools must not show. */
function withSecrets(server: McpServer): McpServer {
  const secrets = hiddenTexts(server);
  return secrets.length === 0 ? server : { ...server, secrets };
}

const milliseconds = (seconds: number | null) => (seconds === null ? undefined : seconds * 1000);
