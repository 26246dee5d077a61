import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { type Message, messageText } from "../../trace/index.ts";
import { chatMessages } from "../langchain/index.ts";

/** What the model is told about its workspace. */
interface WorkspaceFacts {
  readonly readOnly: boolean;
  /** What commands call it; undefined: there are none. */
  readonly inside: string | undefined;
}

/** The request's own system text, and where the files are. */
export function systemPromptOf(messages: readonly Message[], { readOnly, inside }: WorkspaceFacts): string {
  const asked = messages.filter(({ role }) => role === "system").map(messageText);
  const workspace = [
    'Your file tools see the workspace folder as "/".',
    ...(inside === undefined ? [] : [`Commands run in the same folder, which they see as "${inside}".`]),
    ...(readOnly ? ["The workspace is read-only."] : []),
  ];
  return [...asked, workspace.join(" ")].join("\n\n");
}

/** The conversation so far, with ids by which it is not taken for what the run adds. */
export function conversationOf(messages: readonly Message[], provider: string): BaseMessage[] {
  const originals = new WeakMap<Message, AIMessage>();
  const said = messages.filter(({ role }) => role !== "system");
  const converted = chatMessages(said, { provider, originals });
  for (const [index, message] of converted.entries()) message.id = `request-${index}`;
  return converted;
}

/** Ids of the tool calls in a conversation. */
export const callIdsOf = (messages: readonly Message[]): readonly string[] =>
  messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
