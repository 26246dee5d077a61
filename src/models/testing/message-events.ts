import { isJsonObject, type JsonObject } from "../../base/index.ts";

/** A message of Claude as the events of a stream; undefined for another body. */
export function messageEvents(body: unknown): readonly string[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.content)) return undefined;
  return eventsOf(body, body.content).map(
    (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
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
