import { costlyJson, isJsonObject, type JsonValue } from "../../base/index.ts";
import { type CallSite, malformedReply, unreadableBody } from "../../http/index.ts";
import { readTold, ToldTrace, ToldUsage } from "../application/index.ts";
import { readOwn, WrongReply } from "../replies/index.ts";
import { type JsonPath, ToldContexts, toldFailure, valueAt } from "../told/index.ts";
import { readEvents, readJsonLines, ToldError } from "./read-stream.ts";
import { charsetOf, ForeignBytes, textPieces } from "./reply-text.ts";

/** Where in a reply of the service what stands. */
export interface ReplyPlaces {
  /** Undefined: the reply is a text, or has the form that programs answer in. */
  readonly answer: JsonPath | undefined;
  readonly contexts: JsonPath | undefined;
  readonly usage: JsonPath | undefined;
  readonly trace: JsonPath | undefined;
}

/**
 * An answer as a service gives it; what is in it is read like that of any application. A reply that says of itself that it
 * failed, as a whole or in the midst of a stream, is an error of the server, whatever was said before.
 */
export async function readReply(reply: Response, places: ReplyPlaces, site: CallSite): Promise<unknown> {
  try {
    return await readAnswer(reply, places, site);
  } catch (error) {
    if (error instanceof ForeignBytes) throw malformedReply(site, error.message, reply.status, error);
    if (!(error instanceof ToldError)) throw error;
    throw malformedReply(site, `an error: ${error.message.slice(0, longestReason)}`, reply.status, error);
  }
}

const longestReason = 2000;

async function readAnswer(reply: Response, places: ReplyPlaces, site: CallSite): Promise<unknown> {
  const contentType = reply.headers.get("content-type") ?? "";
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (reply.body === null) return "";
  const pieces = textPieces(reply.body, charsetOf(contentType));
  if (type === "text/event-stream") return joined(readEvents(pieces), places, { site, reply });
  if (/^application\/(?:x-ndjson|jsonl|x-jsonlines|json-seq)$/.test(type))
    return joined(readJsonLines(pieces), places, { site, reply });
  const text = (await Array.fromAsync(pieces)).join("");
  const isJson = /^application\/(?:.*\+)?json$/.test(type);
  if (!isJson && places.answer === undefined) {
    if (isPage(type, text)) throw malformedReply(site, pageText, reply.status);
    return text;
  }
  if (!isJson && isWholeReply(places)) return text;
  const value = parsed(text, { site, reply });
  return places.answer === undefined ? ownForm(value) : placed([value], places, { site, reply });
}

const pageText =
  "a web page, as gateways send one to log in or to say that a service is down; where the page is the answer, --http-answer $ (http_answer) says so";

const isPage = (type: string, text: string): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)$/.test(type) ||
  (type === "" && /^\s*<(?:!doctype html|html)\b/i.test(text));

/** `$` alone: the answer is all that came. */
const isWholeReply = ({ answer, ...others }: ReplyPlaces): boolean =>
  answer?.steps.length === 0 && Object.values(others).every((place) => place === undefined);

/** What programs answer, but for folders: those of this machine are none of a service's business. */
function ownForm(value: JsonValue): unknown {
  const told = toldOrWhere(value);
  if (typeof told === "object" && told !== null && "workspace" in told)
    throw new WrongReply("a service cannot name a folder of this machine; it may send attachments");
  return told;
}

/** Where nothing in it is an answer, what there is and who can say where it stands. */
function toldOrWhere(value: JsonValue): unknown {
  try {
    return readTold(value);
  } catch (error) {
    const isOwn =
      !isJsonObject(value) || ["text", "no_answer", "retry", "error"].some((name) => name in value);
    if (isOwn || !(error instanceof WrongReply)) throw error;
    const names = Object.keys(value).slice(0, mostMembers);
    const [likely = "answer"] = names.filter((name) => typeof value[name] === "string");
    const there = names.length === 0 ? "no members" : names.map((name) => `\`${name}\``).join(", ");
    throw new WrongReply(
      `its JSON has no \`text\`, but ${there}; say where the answer stands, such as --http-answer '$.${likely}' (http_answer)`,
    );
  }
}

const mostMembers = 5;

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
    if (places.answer === undefined) texts.push(plainText(piece, reading));
    else values.push(parsed(piece, reading));
  return places.answer === undefined ? texts.join("") : placed(values, places, reading);
}

/** A piece that is a JSON text is that text, any other is as it stands; an object does not say where its text is. */
function plainText(piece: string, { site, reply }: Reading): string {
  if (!/^\s*["{]/.test(piece) || costlyJson(piece) !== undefined) return piece;
  let value: JsonValue;
  try {
    value = JSON.parse(piece);
  } catch {
    return piece;
  }
  if (!isJsonObject(value)) return String(value);
  refuseFailure(value);
  throw malformedReply(
    site,
    "objects, and http_answer does not say where the answer stands in them",
    reply.status,
  );
}

/** A value with an `error` is none of an answer. */
function refuseFailure(value: JsonValue): void {
  const failure = isJsonObject(value) && Object.hasOwn(value, "error") ? toldFailure(value.error) : undefined;
  if (failure !== undefined) throw new ToldError(failure);
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
  for (const value of values) refuseFailure(value);
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
    ...(contexts !== undefined && { contexts: readOwn(ToldContexts, contexts, "contexts") }),
    ...(usage !== undefined && { usage: readOwn(ToldUsage, usage, "usage") }),
    ...(trace !== undefined && { trace: readOwn(ToldTrace, trace, "trace") }),
  };
}

const at = (path: JsonPath | undefined, value: JsonValue) =>
  path === undefined ? undefined : valueAt(path, value);

/** What stands at a path in the last value that has something there. */
function lastOf(path: JsonPath | undefined, values: readonly JsonValue[]): unknown {
  const found = values.map((value) => at(path, value));
  return (
    found.findLast((one) => one !== undefined && one !== null && !(Array.isArray(one) && one.length === 0)) ??
    found.findLast((one) => one !== undefined && one !== null)
  );
}
