import { costlyJson, type JsonValue } from "../../base/index.ts";
import { type CallSite, malformedReply, unreadableBody } from "../../http/index.ts";
import { readTold, ToldTrace } from "../application/index.ts";
import { readOwn } from "../replies/index.ts";
import { type JsonPath, valueAt } from "./json-path.ts";
import { readContexts } from "./read-contexts.ts";
import { readEvents, readJsonLines } from "./read-stream.ts";
import { readUsage } from "./read-usage.ts";

/** Where in a reply of the service what stands. */
export interface ReplyPlaces {
  /** Undefined: the reply is a text, or has the form that programs answer in. */
  readonly answer: JsonPath | undefined;
  readonly contexts: JsonPath | undefined;
  readonly usage: JsonPath | undefined;
  readonly trace: JsonPath | undefined;
}

/** An answer as a service gives it; what is in it is read like that of any application. */
export async function readReply(reply: Response, places: ReplyPlaces, site: CallSite): Promise<unknown> {
  const type = reply.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (reply.body === null) return "";
  if (type === "text/event-stream") return joined(readEvents(reply.body), places, { site, reply });
  if (/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-seq)$/.test(type))
    return joined(readJsonLines(reply.body), places, { site, reply });
  const text = await reply.text();
  const isJson = /^application\/(?:.*\+)?json$/.test(type);
  if (!isJson && places.answer === undefined) return text;
  const value = parsed(text, { site, reply });
  return places.answer === undefined ? readTold(value) : placed([value], places, { site, reply });
}

interface Reading {
  readonly site: CallSite;
  readonly reply: Response;
}

/** A stream: the pieces of its answer one after the other, and the last of everything else. */
async function joined(
  pieces: AsyncGenerator<string>,
  places: ReplyPlaces,
  reading: Reading,
): Promise<unknown> {
  const texts: string[] = [];
  const values: JsonValue[] = [];
  for await (const piece of pieces)
    if (places.answer === undefined) texts.push(plainText(piece));
    else values.push(parsed(piece, reading));
  return places.answer === undefined ? texts.join("") : placed(values, places, reading);
}

/** A piece that is a JSON text is that text, any other is as it stands. */
function plainText(piece: string): string {
  if (!piece.startsWith('"')) return piece;
  try {
    return String(JSON.parse(piece));
  } catch {
    return piece;
  }
}

function parsed(text: string, { site, reply }: Reading): JsonValue {
  const costly = costlyJson(text);
  if (costly !== undefined) throw malformedReply(site, `a reply too large: ${costly}`, reply.status);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformedReply(site, unreadableBody(site, text), reply.status, error);
  }
}

function placed(values: readonly JsonValue[], places: ReplyPlaces, { site, reply }: Reading): unknown {
  const pieces = values.map((value) => at(places.answer, value));
  const texts = pieces.filter((piece) => piece !== undefined && piece !== null);
  const wrong = texts.find((piece) => typeof piece !== "string");
  if (texts.length === 0 || wrong !== undefined) {
    const what = wrong === undefined ? "nothing" : `a value of type ${typeof wrong}`;
    throw malformedReply(site, `${what} at ${places.answer?.text}, where its answer is to be`, reply.status);
  }
  const contexts = lastOf(places.contexts, values);
  const usage = lastOf(places.usage, values);
  const trace = lastOf(places.trace, values);
  return {
    text: texts.join(""),
    ...(contexts !== undefined && { contexts: readContexts(contexts) }),
    ...(usage !== undefined && { usage: readUsage(usage) }),
    ...(trace !== undefined && { trace: readOwn(ToldTrace, trace, "trace") }),
  };
}

const at = (path: JsonPath | undefined, value: JsonValue) =>
  path === undefined ? undefined : valueAt(path, value);

/** What stands at a path in the last value that has something there. */
function lastOf(path: JsonPath | undefined, values: readonly JsonValue[]): JsonValue | undefined {
  const found = values.map((value) => at(path, value));
  return (
    found.findLast((one) => one !== undefined && one !== null && !(Array.isArray(one) && one.length === 0)) ??
    found.findLast((one) => one !== undefined && one !== null)
  );
}
