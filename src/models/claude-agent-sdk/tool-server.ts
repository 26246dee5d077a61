import type { McpSdkServerConfigWithInstance } from "@anthropic-ai/claude-agent-sdk";
import type { Tool } from "../../ports/index.ts";
import { callTool } from "../tool-loop/index.ts";

const serverName = "tools";
const prefix = `mcp__${serverName}__`;

/** What the program calls a tool of ours. */
export const nameInProgram = (name: string): string => `${prefix}${name}`;

/** A tool's own name; names of the program's tools stay as they are. */
export const plainName = (name: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;

/** The tools as a server inside this process, with their schemas as they are. Calls end with `signal`. */
export async function toolServer(
  tools: readonly Tool[],
  signal: AbortSignal,
): Promise<Record<string, McpSdkServerConfigWithInstance>> {
  if (tools.length === 0) return {};
  const [{ McpServer }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/mcp.js"),
    import("@modelcontextprotocol/sdk/types.js"),
  ]);
  const instance = new McpServer(
    { name: serverName, version: "1" },
    // the server of the convenience class takes zod schemas only; the one inside takes any
    { capabilities: { tools: {} } },
  );
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  instance.server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, inputSchema }) => ({
      ...{ name, description, inputSchema: { ...inputSchema, type: "object" as const } },
      // described to the model at once, not looked for first
      _meta: { "anthropic/alwaysLoad": true },
    })),
  }));
  instance.server.setRequestHandler(CallToolRequestSchema, async ({ params }, call) => {
    const result = await callTool(
      // what came over this line is JSON
      {
        type: "tool_use",
        id: "",
        name: params.name,
        input: JSON.parse(JSON.stringify(params.arguments ?? {})),
      },
      { tools: byName, signal: AbortSignal.any([signal, call.signal]), maxOutputLength: undefined },
    );
    const { content: text, isError } = result ?? { content: "The run has ended.", isError: true };
    return { content: [{ type: "text", text }], isError };
  });
  return { [serverName]: { type: "sdk", name: serverName, instance } };
}
