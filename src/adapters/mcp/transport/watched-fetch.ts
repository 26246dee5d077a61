import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { longestMessageBytes } from "./longest-message.ts";

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

const RequestIdSchema = z.union([z.string(), z.number()]);
/** The parts of a message sent that decide about its reply. */
const SentMessage = z.object({ id: RequestIdSchema, method: z.string() });
const Cancellation = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: RequestIdSchema }),
});

/**
 * A `fetch` that sees to what the protocol's own HTTP transport leaves open: `onReplyEnd` is told when the reply to a
 * request has ended, however it ended; the reply to a cancelled request is cut; no message may grow without bound.
 */
export function watchedFetch(fetch: Fetch, onReplyEnd: (id: RequestId) => void): Fetch {
  const open = new Map<RequestId, () => void>();
  return async (input, init) => {
    const sent = sentMessage(init);
    const request = SentMessage.safeParse(sent).data;
    if (request === undefined) {
      const reply = await fetch(input, init);
      const cancelled = Cancellation.safeParse(sent).data;
      if (cancelled !== undefined) open.get(cancelled.params.requestId)?.();
      return withBody(reply, () => undefined);
    }
    const { id } = request;
    using cut = cutter(init?.signal ?? undefined);
    open.set(id, cut.now);
    const end = () => {
      open.delete(id);
      cut.release();
      onReplyEnd(id);
    };
    try {
      const reply = await fetch(input, { ...init, signal: cut.signal });
      if (!reply.ok || reply.body === null) {
        open.delete(id);
        return reply;
      }
      cut.keep();
      return withBody(reply, end);
    } catch (error) {
      open.delete(id);
      throw error;
    }
  };
}

/** A signal that follows another one and can be fired by itself, and leaves nothing behind on the other. */
function cutter(outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  else outer?.addEventListener("abort", follow, { once: true });
  const release = () => outer?.removeEventListener("abort", follow);
  let kept = false;
  return {
    signal: controller.signal,
    now: () => controller.abort(),
    release,
    keep: () => {
      kept = true;
    },
    [Symbol.dispose]() {
      if (!kept) release();
    },
  };
}

function sentMessage(init: RequestInit | undefined): unknown {
  return typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
}

/** The reply with its body counted: up to the limit for one message, without limit for many. */
function withBody(reply: Response, onEnd: () => void): Response {
  if (reply.body === null) return reply;
  const streams = reply.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const { status, statusText } = reply;
  // plain pairs: the headers may be of another copy of the class
  const headers = [...reply.headers.entries()].map(([name, value]): [string, string] => [name, value]);
  return new Response(counted(reply.body, streams, onEnd), { status, statusText, headers });
}

function counted(body: ReadableStream<Uint8Array>, streams: boolean, onEnd: () => void): ReadableStream {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          onEnd();
          return;
        }
        bytes = streams && endsEvent(value) ? 0 : bytes + value.byteLength;
        if (bytes > longestMessageBytes)
          throw new RangeError(`a message is longer than ${longestMessageBytes} bytes`);
        controller.enqueue(value);
      } catch (error) {
        controller.error(error);
        onEnd();
        await reader.cancel(error).catch(() => undefined);
      }
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}

const lineFeed = 0x0a;

/** Events end with an empty line; most chunks end with an event. */
const endsEvent = (chunk: Uint8Array): boolean => chunk.at(-1) === lineFeed;
