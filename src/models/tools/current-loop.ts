import type { Message } from "../../trace/index.ts";

/**
 * Where the tool use that is still going on begins: the index after the last thing a user said. Thinking and vendors'
 * marks go back to the model from there on only; those of earlier turns may be another model's, and none needs them.
 */
export function currentLoopStart(messages: readonly Message[]): number {
  const isUsers = (message: Message) =>
    message.role === "user" && message.content.some((block) => block.type === "text");
  return messages.findLastIndex(isUsers) + 1;
}
