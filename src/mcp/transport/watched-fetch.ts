import type { RequestId } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { limitedReply } from "../../http/index.ts";
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
      return watchedReply(reply);
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
        return watchedReply(reply);
      }
      cut.keep();
      return watchedReply(reply, end);
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

/** The reply with its messages counted: a body that is no stream of events is one message. */
function watchedReply(reply: Response, onEnd?: () => void): Response {
  const streams = reply.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  return limitedReply(reply, {
    mostBytes: longestMessageBytes,
    ...(streams && { endsMessage: endsEvent }),
    ...(onEnd === undefined ? {} : { onEnd }),
  });
}

const lineFeed = 0x0a;

/** Events end with an empty line; most chunks end with an event. */
const endsEvent = (chunk: Uint8Array): boolean => chunk.at(-1) === lineFeed;
