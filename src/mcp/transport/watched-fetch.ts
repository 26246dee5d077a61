import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";
import { limitedReply, weightOfJson } from "../../http/index.ts";
import { mostReplies, tooManyReplies, weightOfLines } from "./message-limits.ts";

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

const RequestIdSchema = z.union([z.string(), z.number()]);
/** The parts of a message sent that decide about its reply. */
const SentMessage = z.object({ id: RequestIdSchema, method: z.string() });
const SentReply = z.object({ id: RequestIdSchema, method: z.undefined().optional() });
const Cancellation = z.object({
  method: z.literal("notifications/cancelled"),
  params: z.object({ requestId: RequestIdSchema }),
});

/** A `fetch` and what goes with it. */
interface WatchedFetch {
  readonly fetch: Fetch;
  /** To be told of each message that the transport received. */
  readonly receive: (message: JSONRPCMessage) => void;
}

/**
 * A `fetch` that sees to what the protocol's own HTTP transports leave open: `onReplyEnd` is told when the reply to a
 * request has ended, and by which error; the reply to a cancelled request is cut; what a server sends without answering
 * ends after `longestMessageBytes`.
 */
export function watchedFetch(
  fetch: Fetch,
  longestMessageBytes: number,
  onReplyEnd: (id: RequestId, error: unknown) => void = () => undefined,
): WatchedFetch {
  const open = new Map<RequestId, () => void>();
  const unanswered = new Set<unknown>();
  let answers = 0;
  let replies = 0;
  // made once: where it was made costs more than to read what was asked
  const refusal = tooManyReplies();

  const send = async (input: string | URL, init: RequestInit | undefined, sent: unknown) => {
    const isReply = SentReply.safeParse(sent).success;
    if (isReply && replies >= mostReplies) throw refusal;
    if (isReply) replies += 1;
    try {
      return limitedStream(await fetch(input, init), longestMessageBytes, () => answers);
    } finally {
      if (isReply) replies -= 1;
    }
  };
  const ask = async (input: string | URL, init: RequestInit | undefined, id: RequestId) => {
    using cut = cutter(init?.signal ?? undefined);
    open.set(id, cut.now);
    unanswered.add(id);
    const onEnd = (error: unknown) => {
      open.delete(id);
      cut.release();
      onReplyEnd(id, error);
    };
    try {
      const reply = await fetch(input, { ...init, signal: cut.signal });
      if (!reply.ok || reply.body === null) {
        open.delete(id);
        return limitedReply(reply, { mostBytes: longestMessageBytes });
      }
      cut.keep();
      // nothing but the answer is needed of a request's own reply, so that the limit is that of the whole
      return limitedReply(reply, { mostBytes: longestMessageBytes, weigh: weigherOf(reply), onEnd });
    } catch (error) {
      open.delete(id);
      throw error;
    }
  };
  return {
    async fetch(input, init) {
      const sent = sentMessage(init);
      const request = SentMessage.safeParse(sent).data;
      if (request !== undefined) return ask(input, init, request.id);
      const reply = await send(input, init, sent);
      const cancelled = Cancellation.safeParse(sent).data;
      if (cancelled !== undefined) open.get(cancelled.params.requestId)?.();
      return reply;
    },
    receive(message) {
      if (!("method" in message) && unanswered.delete(message.id)) answers += 1;
    },
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

/** A stream may live as long as the run; its count starts again with each answer, on whatever way that comes. */
function limitedStream(reply: Response, mostBytes: number, answers: () => number): Response {
  let seen = answers();
  const startsAnew = () => {
    const isAnswered = answers() > seen;
    seen = answers();
    return isAnswered;
  };
  return limitedReply(reply, { mostBytes, weigh: weigherOf(reply), startsAnew });
}

const openList = 0x5b;
const space = 0x20;

function weigherOf(reply: Response): (chunk: Uint8Array) => number {
  return reply.headers.get("content-type")?.startsWith("text/event-stream") ? weightOfLines : oneMessage();
}

/** Weighs a body that is one message; a list of them is read in one go, however many they are. */
function oneMessage(): (chunk: Uint8Array) => number {
  let hasBegun = false;
  return (chunk) => {
    const first = hasBegun ? undefined : chunk.find((byte) => byte > space);
    if (first === openList) throw new Error("expected one message, found a list of messages");
    hasBegun ||= first !== undefined;
    return weightOfJson(chunk);
  };
}
