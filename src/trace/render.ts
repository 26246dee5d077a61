import type { Message } from "./message.ts";
import { messageText } from "./message.ts";

/**
 * Renders messages as text: what trace checks and full-trace judging read. System and user messages are left out.
 * Where no tool was used it is the model's own text and nothing else; otherwise each message has a header line and
 * thinking stands in its own block before its message.
 *
 * @example
 * renderTrace([assistantMessage("BCL2")]) // "BCL2"
 */
export function renderTrace(messages: readonly Message[]): string {
  return usesTools(messages)
    ? messages.flatMap(renderMessage).join("\n\n")
    : messages
        .filter((message) => message.role === "assistant")
        .map(messageText)
        .join("\n\n");
}

function usesTools(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.content.some((block) => block.type === "tool_use" || block.type === "tool_result"),
  );
}

function renderMessage(message: Message): readonly string[] {
  if (message.role === "assistant") return renderAssistant(message);
  if (message.role === "tool") return renderToolResults(message);
  return [];
}

function renderAssistant(message: Message): readonly string[] {
  const thinking = message.content
    .filter((block) => block.type === "thinking")
    .filter((block) => block.thinking !== "")
    .map((block) => `--- Thinking ---\n${block.thinking}`);
  const text = messageText(message);
  const calls = message.content.filter((block) => block.type === "tool_use");
  if (text === "" && calls.length === 0) return thinking;
  const parts = text === "" ? [] : [text];
  if (calls.length > 0) parts.push(["Tool Calls:", ...calls.flatMap(renderCall)].join("\n"));
  return [...thinking, ["--- AI Message ---", ...parts].join("\n")];
}

function renderCall(call: {
  readonly id: string;
  readonly name: string;
  readonly input: object;
}): readonly string[] {
  const lines = [`  ${call.name} (call_${call.id})`, `   Call ID: ${call.id}`];
  if (Object.keys(call.input).length > 0) lines.push(`   Args: ${JSON.stringify(call.input)}`);
  return lines;
}

function renderToolResults(message: Message): readonly string[] {
  return message.content
    .filter((block) => block.type === "tool_result")
    .map(
      (block) =>
        `--- Tool Message (call_id: ${block.toolUseId}) ---\n${block.isError ? "[ERROR] " : ""}${block.content}`,
    );
}
