import type { Block, Message } from "../../trace/index.ts";

type ToolResult = Extract<Block, { readonly type: "tool_result" }>;

const notRun = "This call was not run: the conversation was cut short before it.";

const callIds = (message: Message): readonly string[] =>
  message.role === "assistant"
    ? message.content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []))
    : [];

const holdsResult = (message: Message): boolean =>
  message.content.some((block) => block.type === "tool_result");

/**
 * The messages with an errored result for every tool call that has none, in the message that answers its neighbours.
 * Vendors refuse a conversation with an open call, and runs that were cut short leave some.
 */
export function answeredCalls(messages: readonly Message[]): readonly Message[] {
  const answered: Message[] = [];
  for (let index = 0; index < messages.length; ) {
    const message = messages[index];
    if (message === undefined) break;
    answered.push(message);
    index += 1;
    const ids = callIds(message);
    if (ids.length === 0) continue;
    const end = firstAfter(messages, index);
    const replies = messages.slice(index, end);
    answered.push(...withMissing(replies, ids));
    index = end;
  }
  return answered;
}

function firstAfter(messages: readonly Message[], start: number): number {
  const found = messages.findIndex((message, index) => index >= start && !holdsResult(message));
  return found === -1 ? messages.length : found;
}

function withMissing(replies: readonly Message[], ids: readonly string[]): readonly Message[] {
  const present = new Set(
    replies.flatMap((reply) =>
      reply.content.flatMap((block) => (block.type === "tool_result" ? [block.toolUseId] : [])),
    ),
  );
  const missing = ids
    .filter((id) => !present.has(id))
    .map((toolUseId): ToolResult => ({ type: "tool_result", toolUseId, content: notRun, isError: true }));
  if (missing.length === 0) return replies;
  const last = replies.at(-1);
  if (last === undefined) return [{ role: "tool", content: missing }];
  return [...replies.slice(0, -1), { ...last, content: [...last.content, ...missing] }];
}
