import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod";

/** A server over HTTP in this process, and what can be done to it. */
interface HttpFaultServer extends AsyncDisposable {
  readonly url: string;
  /** Methods and statuses in the order of the requests. */
  readonly requests: readonly string[];
  readonly openSessions: number;
  readonly openSockets: number;
  /** Ids of the calls that ran. */
  readonly ran: readonly string[];
  /** Forgets every session, as after a restart. */
  forgetSessions(): void;
}

/** How the server differs from a good one. */
export interface HttpFaults {
  /** The value that the header `x-api-key` must have. */
  readonly key?: string;
  /** Answers every request with this status. */
  readonly status?: number;
  /** Answers nothing at all. */
  readonly silent?: boolean;
  /** Answers calls as plain JSON. */
  readonly json?: boolean;
  /** Answers what is asked with this message over and over. */
  readonly endless?: object;
  /** Answers what is asked with this JSON. */
  readonly reply?: unknown;
}

/** Starts a server at a free port of 127.0.0.1. */
export async function httpFaultServer({
  key,
  status,
  silent,
  json = false,
  endless,
  reply,
}: HttpFaults = {}): Promise<HttpFaultServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const requests: string[] = [];
  const ran: string[] = [];
  let latest: ServerResponse | undefined;
  const breakOff = (how: "end" | "destroy") => latest?.[how]();
  const flood = (message: object) => latest && repeat(latest, message);

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await toolServer(ran, breakOff, flood).connect(transport);
    return transport;
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (silent) return;
    if (status !== undefined)
      return response.writeHead(status).end(`status ${status} for ${request.headers["x-api-key"]}`);
    if (key !== undefined && request.headers["x-api-key"] !== key)
      return response.writeHead(401).end(`wrong key ${request.headers["x-api-key"]}`);
    if (endless !== undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      return repeat(response, endless);
    }
    if (reply !== undefined)
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    const id = request.headers["mcp-session-id"];
    const transport = typeof id === "string" ? sessions.get(id) : await open();
    if (transport === undefined) return response.writeHead(404).end("no such session");
    if (request.method === "POST") latest = response;
    await transport.handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    response.on("close", () => requests.push(`${request.method} ${response.statusCode}`));
    void respond(request, response);
  });
  let sockets = 0;
  server.on("connection", (socket) => {
    sockets += 1;
    socket.on("close", () => {
      sockets -= 1;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    requests,
    ran,
    get openSessions() {
      return sessions.size;
    },
    get openSockets() {
      return sockets;
    },
    forgetSessions: () => sessions.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Writes a message as events, for as long as somebody reads them. */
function repeat(response: ServerResponse, message: object): void {
  const events = `data: ${JSON.stringify(message)}\n\n`.repeat(100);
  const write = () => {
    while (!response.destroyed) if (!response.write(events)) return void response.once("drain", write);
  };
  write();
}

function toolServer(
  ran: string[],
  breakOff: (how: "end" | "destroy") => void,
  flood: (message: object) => void,
): McpServer {
  const server = new McpServer({ name: "http faults", version: "1" });
  server.registerTool("flood", {}, ({ _meta }) => {
    const params = { progressToken: _meta?.progressToken, progress: 1, message: "x".repeat(10_000) };
    setTimeout(flood, 30, { jsonrpc: "2.0", method: "notifications/progress", params });
    return new Promise<never>(() => undefined);
  });
  server.registerTool("echo", { inputSchema: { id: z.string() } }, ({ id }) => {
    ran.push(id);
    return { content: [{ type: "text", text: id }] };
  });
  const cuts = { cut_at_once: ["destroy", 0], cut: ["destroy", 30], end: ["end", 30] } as const;
  for (const [name, [how, ms]] of Object.entries(cuts)) {
    server.registerTool(name, {}, () => {
      ran.push(name);
      setTimeout(breakOff, ms, how);
      return new Promise<never>(() => undefined);
    });
  }
  server.registerTool("hang", {}, (extra) => {
    ran.push("hang");
    extra.signal.addEventListener("abort", () => ran.push("hang cancelled"));
    return new Promise<never>(() => undefined);
  });
  return server;
}
