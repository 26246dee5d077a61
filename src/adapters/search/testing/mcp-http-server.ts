import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { scriptedMcpServer } from "./mcp-search-server.ts";
import { scriptedSearch } from "./scripted-search.ts";

/** A local MCP server over streamable HTTP. */
export interface McpHttpServer extends AsyncDisposable {
  readonly url: string;
  /** Paths with queries, one per request. */
  readonly addresses: readonly string[];
  /** Sessions open now. */
  readonly sessions: number;
  /** Forgets every session, as a restart would. */
  restart(): void;
}

/** Starts the scripted MCP server on a free port of 127.0.0.1. */
export async function startMcpHttpServer(): Promise<McpHttpServer> {
  const answer = scriptedSearch();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const transportFor = async (id: IncomingMessage["headers"][string]) => {
    if (typeof id === "string") return sessions.get(id);
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    });
    await scriptedMcpServer(answer).connect(transport);
    return transport;
  };
  const addresses: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    addresses.push(incoming.url ?? "");
    const transport = await transportFor(incoming.headers["mcp-session-id"]);
    if (transport === undefined) outgoing.writeHead(404).end();
    else await transport.handleRequest(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    addresses,
    get sessions() {
      return sessions.size;
    },
    restart: () => sessions.clear(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
