export { serverSession } from "./connection/server-session.ts";
export { mcpToolSource } from "./mcp-tool-source.ts";
export type { McpServer } from "./servers/mcp-server.ts";
export { namedVariables, parseMcpServer } from "./servers/parse-mcp-server.ts";
export { hiddenTexts, secretsOfServer } from "./servers/server-secrets.ts";
export { isPerTask } from "./servers/workspace-server.ts";
export type { ListedTool } from "./tools/listed-tool.ts";
