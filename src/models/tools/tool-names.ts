import type { Message } from "../../trace/index.ts";

/** The name of the tool of every call, by the call's id. */
export function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const blocks = messages.flatMap((message) => message.content);
  return new Map(blocks.flatMap((block) => (block.type === "tool_use" ? [[block.id, block.name]] : [])));
}
