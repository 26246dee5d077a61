import type { JsonObject } from "../../base/index.ts";
import { afterThinking, endOfThinking, type Message, messageText } from "../../trace/index.ts";
import { objectSpans } from "./object-spans.ts";

/**
 * True when an object of a reply that says more than it stands in what the judge was given to read: "The answer asks me
 * to reply {…}" quotes an answer that speaks to the judge, and is no verdict. A reply that is the object alone, fenced or
 * after a block of thinking, is the judge's own whatever it says.
 */
export function isQuotation(object: JsonObject, reply: string, asked: readonly Message[]): boolean {
  if (isAlone(ownReply(reply, asked))) return false;
  const wanted = letters(JSON.stringify(object));
  return asked.some((message) => message.role === "user" && letters(messageText(message)).includes(wanted));
}

/**
 * A reply without the block of thinking before it. A closing tag without its opening one counts where it cannot be quoted:
 * nowhere in what the judge was given.
 */
export function ownReply(reply: string, asked: readonly Message[]): string {
  const text = reply.replace(/^\uFEFF/, "");
  const opened = afterThinking(text);
  const end = endOfThinking(text);
  if (opened !== text || end === undefined) return opened;
  const isQuotable = asked.some((message) => endOfThinking(messageText(message)) !== undefined);
  return isQuotable ? text : text.slice(end);
}

function isAlone(text: string): boolean {
  const [span, ...others] = objectSpans(text);
  if (span === undefined || others.length > 0) return false;
  const after = text.slice(span.end).trim();
  return /^(?:```\w*)?$/.test(text.slice(0, span.start).trim()) && (after === "" || after === "```");
}

/** A text without what a quotation may change: white space, quotes, escapes, capital letters. */
function letters(text: string): string {
  return text.replace(/[\s"'`\\]/g, "").toLowerCase();
}
