import { isJsonObject, type JsonValue } from "../../base/index.ts";
import { messageText } from "../../trace/index.ts";
import type { AnswerRequest } from "../application/index.ts";

type Asked = Pick<AnswerRequest, "question" | "messages" | "replicate">;

const placeholder = /\{\{\s*(question|system|replicate)\s*\}\}/g;
const whole = /^\{\{\s*(messages|replicate)\s*\}\}$/;
const inAddress = /(?:\{\{|%7B%7B)(?:\s|%20)*(question|system|replicate)(?:\s|%20)*(?:\}\}|%7D%7D)/gi;

/**
 * A body with what is asked in the places that are for it: `{{question}}`, `{{system}}` and `{{replicate}}` in texts,
 * `{{messages}}` and `{{replicate}}` in place of a text. Nothing of a question can change what stands around it.
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
    return asked.messages.map((message) => ({ role: message.role, content: messageText(message) }));
  return text.replaceAll(placeholder, (_, one: string) => textOf(one, asked));
}

/** An address with what is asked in it, as far as it has places for it. */
export function fillAddress(url: string, asked: Asked): string {
  return url.replaceAll(inAddress, (_, name: string) =>
    encodeURIComponent(textOf(name.toLowerCase(), asked)),
  );
}

function textOf(name: string, { question, messages, replicate }: Asked): string {
  if (name === "question") return question;
  if (name === "replicate") return String(replicate);
  return messages
    .filter(({ role }) => role === "system")
    .map(messageText)
    .join("\n\n");
}
