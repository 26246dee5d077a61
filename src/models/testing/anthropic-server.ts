import { isJsonObject, type JsonObject } from "../../base/index.ts";
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
  // A reply's body is JSON, and one with content is a message.
  const message = reply.body as JsonObject;
  if (!Array.isArray(message.content)) return reply;
  const events = eventsOf({ ...message, id: `msg_${index}` }, message.content);
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { ...reply, headers: { ...reply.headers, "content-type": "text/event-stream" }, body };
}

type Event = JsonObject & { readonly type: string };

function eventsOf(message: JsonObject, content: readonly unknown[]): readonly Event[] {
  const { stop_reason, usage } = message;
  const begun = { ...message, content: [], stop_reason: null };
  return [
    { type: "message_start", message: begun },
    ...content.filter(isJsonObject).flatMap(blockEvents),
    {
      type: "message_delta",
      delta: { stop_reason: stop_reason ?? null, stop_sequence: null },
      usage: usage ?? null,
    },
    { type: "message_stop" },
  ];
}

function blockEvents(block: JsonObject, index: number): readonly Event[] {
  const start = (empty: JsonObject): Event => ({
    ...{ type: "content_block_start", index },
    content_block: { ...block, ...empty },
  });
  const delta = (part: JsonObject): Event => ({ type: "content_block_delta", index, delta: part });
  return [...partsOf(block, start, delta), { type: "content_block_stop", index }];
}

function partsOf(
  block: JsonObject,
  start: (empty: JsonObject) => Event,
  delta: (part: JsonObject) => Event,
): readonly Event[] {
  if (block.type === "thinking") {
    return [
      start({ thinking: "", signature: "" }),
      delta({ type: "thinking_delta", thinking: block.thinking ?? "" }),
      delta({ type: "signature_delta", signature: block.signature ?? "" }),
    ];
  }
  if (block.type === "tool_use") {
    return [
      start({ input: {} }),
      delta({ type: "input_json_delta", partial_json: JSON.stringify(block.input) }),
    ];
  }
  return [start({ text: "" }), delta({ type: "text_delta", text: block.text ?? "" })];
}
