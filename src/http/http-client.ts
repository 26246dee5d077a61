import type { Readable } from "node:stream";
import type { Agent } from "undici";
import { decodedBody } from "./decoded-body.ts";
import { limitedReply } from "./limited-reply.ts";

/** Limits of a pooled client. */
export interface HttpClientOptions {
  /** Longest reply body accepted, in bytes, before and after decompression; -1: without limit. Default 64 MiB. */
  readonly maxReplyBytes?: number;
  /** Most connections open to one server. Default 4096. */
  readonly connections?: number;
}

/** What came back over HTTP, whatever the status. */
export interface HttpReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly text: string;
}

/** A pool of keep-alive connections. It has no time limits of its own: each request brings a signal. */
export interface HttpClient {
  readonly maxReplyBytes: number;
  post(
    url: string,
    request: {
      readonly headers: Record<string, string>;
      readonly body: string;
      readonly signal: AbortSignal;
      /** Given what comes of a stream of events, as it comes; the text of such a reply is empty. Default: it is like any other. */
      readonly onEvents?: ((piece: Uint8Array) => void) | undefined;
    },
  ): Promise<HttpReply>;
  /**
   * The same pool behind the standard interface, for software development kits that take a `fetch`. Like `post` it
   * follows no redirect: a key in a header of the vendor's own would go along to wherever the server points.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Cuts every connection; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Default of {@link HttpClientOptions.maxReplyBytes}. */
const defaultMaxReplyBytes = 64 * 1024 * 1024;

/** Opens a pool. `undici` is imported at once, so that the first request need not wait for it. */
export function createHttpClient(options: HttpClientOptions = {}): HttpClient {
  const maxReplyBytes = options.maxReplyBytes ?? defaultMaxReplyBytes;
  const library = import("undici");
  // a failure is told to the request that needs it
  library.catch(() => undefined);
  let opened: Promise<Agent> | undefined;
  const agent = () => {
    opened ??= library.then(
      (undici) =>
        new undici.Agent({
          connections: options.connections ?? 4096,
          maxResponseSize: maxReplyBytes,
          headersTimeout: 0,
          bodyTimeout: 0,
          allowH2: false,
        }),
    );
    return opened;
  };
  return {
    maxReplyBytes,
    async post(url, { headers, body, signal, onEvents }) {
      const [{ request }, dispatcher] = await Promise.all([library, agent()]);
      const reply = await request(url, { method: "POST", dispatcher, headers, body, signal });
      const { statusCode: status, headers: found } = reply;
      const encoding = found["content-encoding"];
      if (
        onEvents !== undefined &&
        encoding === undefined &&
        isStreamOfEvents(status, found["content-type"])
      ) {
        await takePieces(reply.body, onEvents);
        return { status, headers: found, text: "" };
      }
      if (encoding === undefined) return { status, headers: found, text: await reply.body.text() };
      const text = await decodedBody(await reply.body.bytes(), encoding, maxReplyBytes);
      return { status, headers: found, text };
    },
    fetch: (async (input: string | URL, init: object | undefined) => {
      const [undici, dispatcher] = await Promise.all([library, agent()]);
      const found = await undici.fetch(input, { ...init, dispatcher, redirect: "manual" });
      // two copies of one declaration: Node's built-in undici and the installed one
      const reply = found as unknown as Response;
      return maxReplyBytes < 0 ? reply : limitedReply(reply, { mostBytes: maxReplyBytes });
    }) as typeof globalThis.fetch,
    async [Symbol.asyncDispose]() {
      await (await opened)?.destroy();
    },
  };
}

/** Without an iterator, which takes a sixth more of processor time for a stream of tokens. */
const takePieces = (body: Readable, take: (piece: Uint8Array) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    body.on("data", (piece: Uint8Array) => {
      try {
        take(piece);
      } catch (error) {
        reject(error);
        body.destroy();
      }
    });
    body.once("end", resolve);
    body.once("error", reject);
  });

const isStreamOfEvents = (status: number, contentType: string | readonly string[] | undefined): boolean =>
  status >= 200 && status <= 299 && /^\s*text\/event-stream\b/i.test(String(contentType));
