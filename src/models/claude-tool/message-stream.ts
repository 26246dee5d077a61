import { isJsonObject, TransportError, tryParseJson } from "../../base/index.ts";
import type { CallSite } from "../../http/index.ts";

type Block = { [member: string]: unknown };

/** What every delta adds to: the member of its block, by the type of the delta. */
const additions: { readonly [type: string]: readonly [member: string, said: string] | undefined } = {
  text_delta: ["text", "text"],
  thinking_delta: ["thinking", "thinking"],
  signature_delta: ["signature", "signature"],
  input_json_delta: ["input", "partial_json"],
};

interface MessageStream {
  take(event: unknown): void;
  /**
   * The message as if it had come at once.
   *
   * @throws TransportError `connection` when its end has not come.
   */
  whole(): unknown;
  /** The text that has come. */
  readonly partialText: string;
}

/**
 * Takes the events of a message of Claude that is streamed.
 *
 * @param begun told when the first piece of the reply has come
 */
export function messageStream(site: CallSite, begun: () => void): MessageStream {
  let message: Block = {};
  const blocks: { readonly block: Block; readonly pieces: Map<string, string[]> }[] = [];
  let isOver = false;
  let hasBegun = false;

  function addTo(index: unknown, delta: Block): void {
    const [member, said] = (typeof delta.type === "string" ? additions[delta.type] : undefined) ?? [];
    const place = typeof index === "number" ? blocks[index] : undefined;
    if (member === undefined || said === undefined || place === undefined) return;
    const piece = delta[said];
    if (typeof piece !== "string" || piece === "") return;
    if (!hasBegun) begun();
    hasBegun = true;
    const pieces = place.pieces.get(member);
    if (pieces === undefined) place.pieces.set(member, [piece]);
    else pieces.push(piece);
  }

  return {
    take(event) {
      if (!isJsonObject(event)) return;
      if (event.type === "message_start" && isJsonObject(event.message)) message = { ...event.message };
      if (event.type === "content_block_start" && isJsonObject(event.content_block))
        blocks.push({ block: event.content_block, pieces: new Map() });
      if (event.type === "content_block_delta" && isJsonObject(event.delta)) addTo(event.index, event.delta);
      if (event.type === "message_delta") {
        if (isJsonObject(event.delta)) message = { ...message, ...event.delta };
        const before = isJsonObject(message.usage) ? message.usage : {};
        if (isJsonObject(event.usage)) message.usage = { ...before, ...withoutNull(event.usage) };
      }
      if (event.type === "message_stop") isOver = true;
    },
    whole() {
      if (!isOver) {
        const where = `Model "${site.modelName}" at ${site.url}`;
        throw new TransportError("connection", `${where} broke off: its stream ended before its reply did.`);
      }
      return { ...message, content: blocks.map(finished) };
    },
    get partialText() {
      return blocks.map(({ pieces }) => (pieces.get("text") ?? []).join("")).join("");
    },
  };
}

function finished({
  block,
  pieces,
}: {
  readonly block: Block;
  readonly pieces: ReadonlyMap<string, string[]>;
}) {
  const joined = [...pieces].map(([member, parts]): [string, unknown] => {
    const text = parts.join("");
    return [member, member === "input" ? (tryParseJson(text) ?? text) : text];
  });
  return { ...block, ...Object.fromEntries(joined) };
}

const withoutNull = (counts: Block): Block =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null));
