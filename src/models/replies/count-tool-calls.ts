import type { Message } from "../../trace/index.ts";

/** How many tool calls a conversation has. */
export function countToolCalls(messages: readonly Message[]): number {
  return messages.flatMap(({ content }) => content).filter(({ type }) => type === "tool_use").length;
}
