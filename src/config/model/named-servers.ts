import type { ModelConfig } from "../settings/settings.generated.ts";

/** A program or server that a setting of a model names, in the way of MCP servers. */
interface NamedServer {
  /** The setting, in the names of files. */
  readonly place: string;
  readonly name: string;
  /** What it is, for people. */
  readonly what: string;
  readonly text: string;
}

/** The programs and servers that a model's settings name: those of its tools, and the application that is tested. */
export function namedServers(
  model: Pick<ModelConfig, "mcpUrlsDict" | "command" | "http">,
): readonly NamedServer[] {
  const { command, http } = model;
  return [
    ...Object.entries(model.mcpUrlsDict ?? {}).map(([name, text]) => ({
      ...{ place: `mcp_urls_dict.${name}`, name, what: `MCP server ${JSON.stringify(name)}`, text },
    })),
    ...(command ? [{ place: "command", name: "command", what: "the application", text: command }] : []),
    ...(http ? [{ place: "http", name: "http", what: "the application", text: http }] : []),
  ];
}
