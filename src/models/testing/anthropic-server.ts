import { messageEvents } from "./message-events.ts";
import { type ModelServer, type ServedHandler, type ServedReply, startModelServer } from "./model-server.ts";
import { anthropicWire } from "./wire.ts";

/**
 * Starts a server for Anthropic's messages interface. `replyTo` answers message number `index`, counted from 0; its
 * whole messages are sent event by event to whoever asked for a stream. Everything else that programs of this vendor
 * ask for on the side gets status 404 and is not counted.
 *
 * @example
 * await using server = await startAnthropicServer(() => ({ body: anthropicWire.reply({ text: "BCL2" }) }));
 */
export function startAnthropicServer(replyTo: ServedHandler): Promise<ModelServer> {
  let messages = 0;
  return startModelServer(async (request) => {
    if (!isMessageRequest(request)) return nothing;
    const index = messages;
    messages += 1;
    const reply = await replyTo(request, index);
    return request.body.stream === true ? streamed(reply, index) : reply;
  });
}

/** True for a request that wants a message, and not a count of tokens or anything else. */
export const isMessageRequest = ({ path }: { readonly path: string }): boolean =>
  /\/messages(\?|$)/.test(path);

const nothing: ServedReply = {
  status: 404,
  body: anthropicWire.error("there is nothing here", "not_found_error"),
};

function streamed(reply: ServedReply, index: number): ServedReply {
  if (!("body" in reply) || typeof reply.body === "string") return reply;
  const events = messageEvents({ ...reply.body, id: `msg_${index}` });
  if (events === undefined) return reply;
  return {
    ...reply,
    headers: { ...reply.headers, "content-type": "text/event-stream" },
    body: events.join(""),
  };
}
