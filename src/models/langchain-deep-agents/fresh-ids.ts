import type { AIMessage } from "@langchain/core/messages";

/** Gives every id of a run at most once. */
export type FreshIds = (wanted: string | undefined) => string;

/** An id that was not given yet, made from the one wanted. */
export function freshIds(taken: Iterable<string> = []): FreshIds {
  const given = new Set(taken);
  return (wanted = "id") => {
    let id = wanted;
    for (let count = 2; given.has(id); count += 1) id = `${wanted}-${count}`;
    given.add(id);
    return id;
  };
}

/**
 * Renames, in the message itself, what has an id for the second time in a run. Some servers number calls from 0 in
 * every reply, and the graph takes a call for answered, or a message for an older one, by its id alone.
 */
export function renameRepeated(reply: AIMessage, messageIds: FreshIds, callIds: FreshIds): void {
  reply.id = messageIds(reply.id);
  for (const call of [...(reply.tool_calls ?? []), ...(reply.invalid_tool_calls ?? [])]) {
    const id = callIds(call.id || "call");
    if (id === call.id) continue;
    if (Array.isArray(reply.content)) renamePart(reply.content, call.id, id);
    call.id = id;
  }
}

/** The first part of that id: of two calls with one id, the earlier part was renamed already. */
function renamePart(parts: Exclude<AIMessage["content"], string>, old: string | undefined, id: string): void {
  const index = parts.findIndex((part) => part.type === "tool_use" && part.id === old);
  const part = parts[index];
  if (part !== undefined) parts[index] = { ...part, id };
}
