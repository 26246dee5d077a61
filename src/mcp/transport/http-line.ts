import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { basicCredentials, type Clock, settledWithin } from "../../base/index.ts";
import { createHttpClient, isTooLarge } from "../../http/index.ts";
import type { HttpServer } from "../servers/mcp-server.ts";
import type { ServerLine } from "./server-line.ts";
import { watchedFetch } from "./watched-fetch.ts";

/** What a line over HTTP needs beside its server's own settings. */
interface HttpSurroundings {
  readonly clock: Clock;
  /** Most bytes that the server may send in one message, or without answering. */
  readonly longestMessageBytes: number;
}

const farewellMs = 1000;
const mayBeDone = "what was asked may or may not have been done.";

/**
 * Streamable HTTP. A reply that breaks off is answered with an error in the server's place: the protocol would wait for
 * the rest. Broken streams are not resumed.
 */
export async function streamableHttpLine(
  server: HttpServer,
  { clock, longestMessageBytes }: HttpSurroundings,
): Promise<ServerLine> {
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const { ErrorCode } = await import("@modelcontextprotocol/sdk/types.js");
  const { url, headers } = requestOf(server);
  const pool = openPool();
  const watched = watchedFetch(pool.fetch, longestMessageBytes, (id, error) =>
    // after the last bytes have been read; an answer that has come makes this one void
    setImmediate(() =>
      transport.onmessage?.({
        jsonrpc: "2.0",
        id,
        error: {
          code: ErrorCode.ConnectionClosed,
          message: `${endOf(error, longestMessageBytes)}; ${mayBeDone}`,
        },
      }),
    ),
  );
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
    fetch: watched.fetch,
  });
  transport.onmessage = watched.receive;
  return {
    transport,
    async close() {
      await settledWithin(transport.terminateSession(), clock, farewellMs);
      await transport.close();
      await pool[Symbol.asyncDispose]();
    },
  };
}

/** The older transport: one stream for all replies. When that stream breaks the session is over. */
export async function sseLine(
  server: HttpServer,
  { longestMessageBytes }: HttpSurroundings,
): Promise<ServerLine> {
  const { SSEClientTransport, SseError } = await import("@modelcontextprotocol/sdk/client/sse.js");
  const { url, headers } = requestOf(server);
  const pool = openPool();
  const watched = watchedFetch(pool.fetch, longestMessageBytes);
  const sse = new SSEClientTransport(url, { requestInit: { headers }, fetch: watched.fetch });
  const transport: Transport = sse;
  transport.onmessage = watched.receive;
  transport.onerror = (error) => {
    // the event source would open a new session by itself, which knows nothing of what was asked in this one
    if (error instanceof SseError) void sse.close();
  };
  return {
    transport,
    async close() {
      await sse.close();
      await pool[Symbol.asyncDispose]();
    },
  };
}

const endOf = (error: unknown, longestMessageBytes: number): string =>
  isTooLarge(error)
    ? `The server sent ${longestMessageBytes} bytes without an answer`
    : "The server broke off its reply";

/** Streams live as long as the run, so their length has no limit; what they bring without an answer has. */
const openPool = () => createHttpClient({ maxReplyBytes: -1 });

/** The address without credentials, which `fetch` refuses, and headers with them. */
function requestOf(server: HttpServer): {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
} {
  const url = new URL(server.url);
  const credentials = basicCredentials(url);
  url.username = "";
  url.password = "";
  const basic = credentials !== undefined && { authorization: `Basic ${credentials}` };
  return { url, headers: { ...basic, ...server.headers } };
}
