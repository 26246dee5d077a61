import { isJsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { namedVariables, parseMcpServer } from "../../mcp/index.ts";
import { attachedText } from "../../prompt/index.ts";
import { type Block, type Message, messageText } from "../../trace/index.ts";
import type { AnswerRequest } from "../application/index.ts";
import type { ResolvedModel } from "../definition/index.ts";
import { base64, chatContent } from "../replies/index.ts";

type Asked = Pick<AnswerRequest, "question" | "messages" | "attachments" | "replicate">;

/** The body where nothing is said. */
export const usualBody = '{ "question": "{{question}}" }';

const placeholder = /\{\{\s*(question|system|replicate)\s*\}\}/g;
const whole = /^\{\{\s*(messages|attachments|replicate)\s*\}\}$/;
const inAddress = /(?:\{\{|%7B%7B)(?:\s|%20)*(question|system|replicate)(?:\s|%20)*(?:\}\}|%7D%7D)/gi;

/**
 * A body with what is asked in the places that are for it: `{{question}}`, `{{system}}` and `{{replicate}}` in texts,
 * `{{messages}}`, `{{attachments}}` and `{{replicate}}` in place of a text. Nothing of a question can change what stands around it.
 */
export function fillBody(template: JsonValue, asked: Asked): JsonValue {
  if (typeof template === "string") return fillText(template, asked);
  if (Array.isArray(template)) return template.map((one: JsonValue) => fillBody(one, asked));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillBody(one, asked)]));
}

function fillText(text: string, asked: Asked): JsonValue {
  const [, name] = whole.exec(text) ?? [];
  if (name === "replicate") return asked.replicate;
  if (name === "messages")
    return asked.messages.map((message) => ({
      role: message.role,
      content: chatContent(withTexts(message)),
    }));
  if (name === "attachments")
    return asked.attachments.map(({ name: file, mediaType, data }) => ({
      ...{ name: file, media_type: mediaType, data: base64(data) },
    }));
  return text.replaceAll(placeholder, (_, one: string) => textOf(one, asked));
}

/** How questions are sent to a service; the body is JSON. */
type ServiceRequest = {
  readonly [Setting in "http" | "httpBody" | "httpMethod"]?: ResolvedModel[Setting] | undefined;
};

/** The names of the places that requests to a service have and that are filled: in their body, where they have one, and in the address. */
export function filledPlaces({ http, httpBody, httpMethod }: ServiceRequest): ReadonlySet<string> {
  const places = new Set<string>();
  const add = (text: string, pattern: RegExp) => {
    for (const [, name = ""] of text.matchAll(pattern)) places.add(name.toLowerCase());
  };
  const read = parseMcpServer("http", http ?? "", namedVariables(http ?? "", "1"));
  if (read.ok && read.server.transport === "http") add(read.server.url, inAddress);
  if (httpMethod !== "GET")
    JSON.parse(httpBody ?? usualBody, (_, value: unknown) => {
      if (typeof value !== "string") return;
      const [, name] = whole.exec(value) ?? [];
      if (name === undefined) add(value, placeholder);
      else places.add(name);
    });
  return places;
}

/**
 * What keeps an address from being filled in; undefined: nothing. What is asked may say which document is meant or what is searched
 * for, never whom the request and its keys go to.
 */
export function addressProblem(url: string): string | undefined {
  const { pathname: _path, search: _search, ...rest } = partsOf(url);
  const [part] = Object.entries(rest).find(([, text]) => text.search(inAddress) >= 0) ?? [];
  if (part === undefined) return undefined;
  return `expected {{question}}, {{system}} and {{replicate}} in the path or behind the ? of the URL, found one in its ${part}`;
}

function partsOf(url: string) {
  const { host, username, password, hash, pathname, search } = new URL(url);
  return { host, "user name": username, password, "part behind #": hash, pathname, search };
}

/**
 * An address with what is asked in it, as far as it has places for it: in a part of the path, which stays one part, or behind the `?`.
 *
 * @throws KareninaError `configuration` for a text that would be another address: a part of a path that is `.` or `..`.
 */
export function fillAddress(url: string, asked: Asked): string {
  const template = new URL(url);
  const fill = (text: string) =>
    text.replaceAll(inAddress, (_, name: string) =>
      encodeURIComponent(textOf(name.toLowerCase(), asked).toWellFormed()),
    );
  const segments = template.pathname.split("/").map(fill);
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    throw new KareninaError(
      "configuration",
      "The question cannot stand in the path of the address: there, `.` and `..` mean another folder.",
      { hint: "Put {{question}} behind the ? of the URL or into the body." },
    );
  return `${template.origin}${segments.join("/")}${fill(template.search)}`;
}

function textOf(name: string, { question, messages, replicate }: Asked): string {
  if (name === "question") return question;
  if (name === "replicate") return String(replicate);
  return messages
    .filter(({ role }) => role === "system")
    .map(messageText)
    .join("\n\n");
}

/** Chat takes pictures and PDF as parts; a text file stands in the message. */
function withTexts({ role, content }: Message): Message {
  return {
    role,
    content: content.map((block): Block => {
      const isText = block.type === "file" && block.mediaType.startsWith("text/");
      if (!isText || block.data === undefined) return block;
      return { type: "text", text: attachedText(block.name, block.data) };
    }),
  };
}
