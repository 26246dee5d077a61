export { serverSession } from "./connection/server-session.ts";
export type { McpToolSourceOptions } from "./mcp-tool-source.ts";
export { mcpToolSource } from "./mcp-tool-source.ts";
export type { HttpServer, McpServer, StdioServer } from "./servers/mcp-server.ts";
export type { ParsedMcpServer } from "./servers/parse-mcp-server.ts";
export { namedVariables, parseMcpServer } from "./servers/parse-mcp-server.ts";
export { hiddenTexts, secretsOfServer } from "./servers/server-secrets.ts";
export { isPerTask } from "./servers/workspace-server.ts";
export type { ListedTool } from "./tools/listed-tool.ts";
