import { once } from "node:events";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import type { JsonObject } from "../../base/index.ts";
import { probeText } from "../../run/index.ts";
import { chatEvents } from "./chat-events.ts";
import { messageEvents } from "./message-events.ts";

/** A request as the server got it. */
export interface ServedRequest {
  readonly path: string;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly body: JsonObject;
}

/** What the server does with a request. */
export type ServedReply =
  /** Answers; an object is sent as JSON, text as it is. */
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: object | string;
      readonly delayMs?: number;
    }
  /** Answers with a body of so many MiB of spaces, compressed to next to nothing. */
  | { readonly inflatesToMiB: number }
  /** Sends these pieces as a stream of events, then ends, cuts the connection, or says nothing more. */
  | { readonly events: readonly string[]; readonly ending?: "end" | "cut" | "hang" }
  /** Never answers. */
  | { readonly hang: true }
  /** Resets the connection. */
  | { readonly reset: true }
  /** Announces more bytes than it sends, then cuts the connection. */
  | { readonly truncated: string };

/** Answers request number `index`, counted from 0. */
export type ServedHandler = (request: ServedRequest, index: number) => ServedReply | Promise<ServedReply>;

/** A local HTTP server that keeps what it was asked. */
export interface ModelServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly requests: readonly ServedRequest[];
  /** Connections opened so far. */
  readonly connections: number;
  /** Requests whose callers left before they had the whole reply. */
  readonly abandoned: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a server treats what it is asked. */
export interface ServedOptions {
  /**
   * True: the small calls by which a run finds out whether a model can be used are requests like any other. Default
   * false: they find the server busy, which is no reason not to begin, and are not counted.
   */
  readonly probes?: boolean;
  /** True: chat completions and messages of Claude are streamed to whoever asks for that. Default false: they come at once. */
  readonly streams?: boolean;
}

const busy: ServedReply = { status: 429, body: { error: { message: "busy" } } };

/** Starts a server on a free port of 127.0.0.1. A list of replies is served one per request, the last one for ever. */
export async function startModelServer(
  replies: ServedHandler | readonly ServedReply[],
  { probes = false, streams = false }: ServedOptions = {},
): Promise<ModelServer> {
  const requests: ServedRequest[] = [];
  let connections = 0;
  let abandoned = 0;
  const replyTo: ServedHandler = (request, index) => {
    if (typeof replies === "function") return replies(request, index);
    return replies[Math.min(index, replies.length - 1)] ?? { status: 500, body: "no reply scripted" };
  };
  const server = createServer(async (incoming, outgoing) => {
    outgoing.once("close", () => {
      if (!outgoing.writableFinished) abandoned += 1;
    });
    let text = "";
    incoming.setEncoding("utf8");
    for await (const chunk of incoming) text += chunk;
    const request = {
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
    const given =
      !probes && text.includes(probeText) ? busy : await replyTo(request, requests.push(request) - 1);
    const events =
      streams && request.body.stream === true && "body" in given && (given.status ?? 200) === 200
        ? (chatEvents(given.body) ?? messageEvents(given.body))
        : undefined;
    const reply: ServedReply = events === undefined ? given : { events };
    if ("hang" in reply) return;
    if ("reset" in reply) return void incoming.socket.resetAndDestroy();
    if ("events" in reply) {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      for (const piece of reply.events) if (!outgoing.write(piece)) await once(outgoing, "drain");
      if (reply.ending === "cut") setImmediate(() => outgoing.destroy());
      else if (reply.ending !== "hang") outgoing.end();
      return;
    }
    if ("truncated" in reply) {
      outgoing.writeHead(200, {
        "content-type": "application/json",
        "content-length": reply.truncated.length + 100,
      });
      outgoing.write(reply.truncated, () => outgoing.destroy());
      return;
    }
    if ("inflatesToMiB" in reply) {
      const member = gzipSync(Buffer.alloc(2 ** 20, " "));
      outgoing.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      outgoing.end(Buffer.concat(Array.from({ length: reply.inflatesToMiB }, () => member)));
      return;
    }
    if (reply.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.delayMs));
    outgoing.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
    outgoing.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get connections() {
      return connections;
    },
    get abandoned() {
      return abandoned;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
