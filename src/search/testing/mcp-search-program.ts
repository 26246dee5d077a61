// An MCP server on standard input and output, for tests to start.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { scriptedMcpServer } from "./mcp-search-server.ts";

await scriptedMcpServer().connect(new StdioServerTransport());
