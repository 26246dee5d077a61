import { oneLine } from "../base/index.ts";
import { attachmentName } from "../benchmark/index.ts";
import { section } from "../prompt/index.ts";
import { messageText } from "../trace/index.ts";
import type { ShownTurn, Task } from "./task.ts";

/**
 * The question as judges read it: its text alone, or with what stood around it, each part in a section that it cannot close.
 * Of attachments there are only the names.
 */
export function judgedQuestion({ question, turn }: Pick<Task, "question" | "turn">): string {
  const { question: text, systemPrompt, attachments = [] } = question;
  const messages = turn?.shown === undefined ? (question.messages ?? []) : saidTexts(turn.shown);
  if (messages.length === 0 && systemPrompt === undefined && attachments.length === 0) return text;
  const before = [
    ...(systemPrompt === undefined ? [] : [section("system", systemPrompt)]),
    ...messages.map(({ role, content }) => section(role, content)),
  ].join("\n\n");
  const names = attachments.map((attachment) => oneLine(attachmentName(attachment))).join(", ");
  return [
    ...(before === "" ? [] : [`What came before in the conversation:\n${section("conversation", before)}`]),
    ...(names === "" ? [] : [`Files that went with the question: ${names}.`]),
    `What was asked:\n${section("asked", text)}`,
  ].join("\n\n");
}

/** What was said before a turn, without what tools were asked and gave. */
function saidTexts({ said }: ShownTurn): readonly { readonly role: string; readonly content: string }[] {
  return said
    .filter(({ role }) => role === "user" || role === "assistant")
    .map((message) => ({ role: message.role, content: messageText(message) }))
    .filter(({ content }) => content.trim() !== "");
}
