import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
import { scriptedSearch } from "./scripted-search.ts";

/** An MCP server whose tool `search` answers by `scriptedSearch`; `lookup` takes `q`, `page` has no query. */
export function scriptedMcpServer(answer = scriptedSearch()): McpServer {
  const server = new McpServer({ name: "scripted", version: "1" });
  const reply = async (query: string) => {
    const rows = answer(query);
    if (rows === "never") await new Promise(() => undefined);
    const text = rows === "failure" ? `refused, key ${process.env.SEARCH_KEY}` : JSON.stringify(rows);
    return { content: [{ type: "text" as const, text }], isError: rows === "failure" };
  };
  server.registerTool("search", { inputSchema: { query: z.string() } }, ({ query }) => reply(query));
  server.registerTool("lookup", { inputSchema: { q: z.string(), limit: z.number().optional() } }, ({ q }) =>
    reply(q),
  );
  server.registerTool("page", { inputSchema: { number: z.number() } }, ({ number }) => reply(String(number)));
  return server;
}
