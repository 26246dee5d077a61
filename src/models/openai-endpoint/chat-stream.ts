import {
  costlyJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  TransportError,
} from "../../base/index.ts";
import {
  type CallSite,
  type EventTaker,
  eventReader,
  malformedReply,
  unreadableBody,
} from "../../http/index.ts";
import { errorInsideReply } from "./error.ts";

/** What is put together of a message; texts in pieces are joined once. */
const textMembers = ["content", "refusal", "reasoning_content", "reasoning"] as const;

interface StreamedCall {
  id: JsonValue | undefined;
  name: string;
  /** Text in pieces, or what a server sends in its place. */
  arguments: JsonValue | undefined;
  /** The server's own number of it. */
  readonly index: JsonValue | undefined;
}

/**
 * Takes a chat completion that is streamed, and gives it as if it had come at once. A stream that ends before its reply does
 * has broken off.
 *
 * @param begun told when the first piece of the reply has come: of its text, its thinking or a call of a tool
 */
export function chatStream(site: CallSite, begun: () => void): EventTaker {
  const pieces: { [Member in (typeof textMembers)[number]]: string[] } = {
    content: [],
    refusal: [],
    reasoning_content: [],
    reasoning: [],
  };
  const calls: StreamedCall[] = [];
  let model: JsonValue | undefined;
  let usage: JsonValue | undefined;
  let reason: JsonValue | undefined;
  let hasChoice = false;
  let hasBegun = false;
  let isOver = false;

  const reader = eventReader((data) => {
    if (isOver) return;
    if (data.trim() === "[DONE]") isOver = true;
    else take(parsed(site, data));
  });

  function take(event: JsonValue): void {
    if (!isJsonObject(event)) throw malformedReply(site, "an event that is no object", 200);
    if (event.error !== undefined && event.error !== null)
      throw errorInsideReply(site, event) ?? malformedReply(site, "an error in its stream", 200);
    model ??= event.model ?? undefined;
    usage = event.usage ?? usage;
    const choice = choiceOf(event);
    if (choice === undefined) return;
    hasChoice = true;
    reason = choice.finish_reason ?? reason;
    const delta = choice.delta ?? choice.message;
    if (isJsonObject(delta)) takeDelta(delta);
  }

  function takeDelta(delta: JsonObject): void {
    let isSaid = false;
    for (const member of textMembers) {
      const text = textOf(delta[member]);
      if (text === "") continue;
      pieces[member].push(text);
      isSaid = true;
    }
    const called = Array.isArray(delta.tool_calls) ? delta.tool_calls : [];
    for (const call of called) if (isJsonObject(call)) takeCall(calls, call);
    if (hasBegun || !(isSaid || called.length > 0)) return;
    hasBegun = true;
    begun();
  }

  return {
    take: reader.push,
    whole() {
      reader.end();
      if (!hasChoice) throw malformedReply(site, "no chat completion in its stream", 200);
      if (!isOver && reason === undefined) {
        const where = `Model "${site.modelName}" at ${site.url}`;
        throw new TransportError("connection", `${where} broke off: its stream ended before its reply did.`);
      }
      const message: { [member: string]: unknown } = { role: "assistant", content: null };
      for (const member of textMembers)
        if (pieces[member].length > 0) message[member] = pieces[member].join("");
      if (calls.length > 0)
        message.tool_calls = calls.map(({ id, name, arguments: written }) => ({
          id,
          function: { name, arguments: written ?? "" },
        }));
      return { model, choices: [{ finish_reason: reason, message }], usage };
    },
    get partialText() {
      return pieces.content.join("");
    },
  };
}

function parsed(site: CallSite, data: string): JsonValue {
  const costly = costlyJson(data);
  if (costly !== undefined) throw malformedReply(site, `an event too large: ${costly}`, 200);
  try {
    return JSON.parse(data);
  } catch (error) {
    throw malformedReply(site, unreadableBody(site, data).replace("a body", "an event"), 200, error);
  }
}

/** The first of the replies that were asked for; the event with the token counts has none. */
function choiceOf({ choices }: JsonObject): JsonObject | undefined {
  const first = Array.isArray(choices) ? choices[0] : undefined;
  return isJsonObject(first) && (first.index ?? 0) === 0 ? first : undefined;
}

/** A text, or its parts. */
function textOf(said: JsonValue | undefined): string {
  if (typeof said === "string") return said;
  if (!Array.isArray(said)) return "";
  return said.map((part) => (isJsonObject(part) && typeof part.text === "string" ? part.text : "")).join("");
}

/** A piece of a call goes to the call of its number; without one, to the last, unless it begins another. */
function takeCall(calls: StreamedCall[], { id, index, function: called }: JsonObject): void {
  const { name, arguments: written } = isJsonObject(called) ? called : {};
  const last = calls.at(-1);
  const isNext = typeof id === "string" && id !== "" && id !== last?.id;
  let call =
    index === undefined || index === null
      ? isNext || written === undefined || typeof written === "object"
        ? undefined
        : last
      : last?.index === index
        ? last
        : calls.find((one) => one.index === index);
  if (call === undefined) {
    call = { id, name: "", arguments: undefined, index };
    calls.push(call);
  }
  call.id ||= id;
  if (call.name === "" && typeof name === "string") call.name = name;
  if (typeof written === "string" && typeof (call.arguments ?? "") === "string")
    call.arguments = `${call.arguments ?? ""}${written}`;
  else call.arguments ??= written;
}
