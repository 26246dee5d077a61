import { isJsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import { attachedText } from "../../prompt/index.ts";
import { type Block, type Message, messageText } from "../../trace/index.ts";
import type { AnswerRequest } from "../application/index.ts";
import { base64, chatContent } from "../replies/index.ts";

type Asked = Pick<AnswerRequest, "question" | "messages" | "attachments" | "replicate">;

/** The body where nothing is said. */
export const usualBody = '{ "question": "{{question}}" }';

/** Places in a text, those that are a text of their own, and those in an address, as it stands or percent-encoded. */
export const placeholder = /\{\{\s*(question|system|replicate)\s*\}\}/g;
export const whole = /^\{\{\s*(messages|attachments|replicate)\s*\}\}$/;
export const inAddress = /(?:\{\{|%7B%7B)(?:\s|%20)*(question|system|replicate)(?:\s|%20)*(?:\}\}|%7D%7D)/gi;

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
