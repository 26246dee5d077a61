import { oneLine } from "../base/index.ts";
import { attachmentName } from "../benchmark/index.ts";
import { section } from "../prompt/index.ts";
import type { Task } from "./task.ts";

/**
 * The question as judges read it: its text alone, or with what stood around it, each part in a section that it cannot close.
 * Of attachments there are only the names.
 */
export function judgedQuestion({ question }: Pick<Task, "question">): string {
  const { question: text, messages = [], systemPrompt, attachments = [] } = question;
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
