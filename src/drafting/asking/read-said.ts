import type { JsonValue } from "../../base/index.ts";
import { readReply } from "../../judge/index.ts";
import type { Accepted } from "../../rubric/index.ts";
import { noUsage, userMessage } from "../../trace/index.ts";

/** Reads the object of what a model has said when it was asked with a prompt, as the replies of judges are read. */
export function readSaid<T>(
  text: string,
  prompt: string,
  accept: (value: JsonValue) => Accepted<T>,
): ReturnType<typeof readReply<T>> {
  const message = { role: "assistant" as const, content: [{ type: "text" as const, text }] };
  const reply = {
    text,
    message,
    usage: noUsage,
    usageKnown: false,
    model: "",
    finishReason: "stop" as const,
  };
  return readReply(reply, accept, [userMessage(prompt)]);
}
