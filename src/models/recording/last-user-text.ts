import { type Message, messageText } from "../../trace/index.ts";

/** The text of the last user message; empty when there is none. */
export function lastUserText(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === "user");
  return last === undefined ? "" : messageText(last);
}
