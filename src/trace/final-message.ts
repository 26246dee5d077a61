import { type Message, messageText } from "./message.ts";
import { saysAnything } from "./says-anything.ts";

/** The final answer of a trace, or why there is none. */
export type FinalMessage =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string };

/**
 * The text of the last message, by message structure and never by looking for headers in a text.
 * It must come from the model and say something.
 */
export function finalMessage(messages: readonly Message[]): FinalMessage {
  const last = messages.at(-1);
  if (last === undefined) return { ok: false, error: "The trace holds no message" };
  if (last.role !== "assistant")
    return { ok: false, error: "The last message of the trace is not from the model" };
  const text = messageText(last);
  if (saysAnything(text)) return { ok: true, text };
  const calls = last.content.some((block) => block.type === "tool_use");
  return {
    ok: false,
    error: calls ? "The final message holds only tool calls, no text" : "The final message is empty",
  };
}
