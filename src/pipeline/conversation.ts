import { fillUserPrompt } from "../prompt/index.ts";
import type { VerificationResultMetadata } from "../result/index.ts";
import {
  assistantMessage,
  type FileBlock,
  type Message,
  systemMessage,
  userMessage,
} from "../trace/index.ts";
import { worksInFolder } from "./prepare-workspace.ts";
import type { Task } from "./task.ts";

/**
 * What the model under test is told and asked: system prompt and instructions, what was said before, the question with its
 * examples and attachments. A question's own system prompt stands in place of the model's. Attachments are without their bytes.
 *
 * @param placed where attachments stand in the working directory of an agent that works in one
 */
export function conversationFor(task: Task, placed: readonly string[] = []): readonly Message[] {
  const { question, answering, options, attachments = [] } = task;
  const system = [question.systemPrompt ?? answering.systemPrompt, options.prompts.generation]
    .filter((part) => part?.trim())
    .join("\n\n");
  const asked = userMessage(questionText(task, placed));
  const before =
    task.turn?.shown?.history ??
    (question.messages ?? []).map(({ role, content }) =>
      role === "user" ? userMessage(content) : assistantMessage(content),
    );
  const files = attachments.map(
    ({ name, mediaType, sha256 }): FileBlock => ({ type: "file", name, mediaType, sha256 }),
  );
  return [
    ...(system === "" ? [] : [systemMessage(system)]),
    ...before,
    { ...asked, content: [...files, ...asked.content] },
  ];
}

/** The question as the model under test is asked it: inside the user prompt, where the run has one. */
export function promptedQuestion({ question: { question: own }, answering, turn }: Task): string {
  const question = turn?.shown?.text ?? own;
  const userPrompt = answering.prompt?.userPrompt ?? null;
  return userPrompt === null ? question : fillUserPrompt(userPrompt, question);
}

/** What stood around the question, for results; null where it was asked alone. */
export function askedConversation({
  question,
  attachments = [],
}: Pick<Task, "question" | "attachments">): VerificationResultMetadata["conversation"] {
  const { messages = [], systemPrompt = null } = question;
  if (messages.length === 0 && systemPrompt === null && attachments.length === 0) return null;
  return {
    systemPrompt,
    messages: messages.map(({ role, content }) => ({ role, content })),
    attachments: attachments.map(({ name, mediaType, sha256 }) => ({ name, mediaType, sha256 })),
  };
}

function questionText(task: Task, placed: readonly string[]): string {
  const question = promptedQuestion(task);
  if (!worksInFolder(task.answering)) return withExamples(task, question);
  const files =
    placed.length === 0 ? "" : ` Files that go with the question stand there: ${placed.join(", ")}.`;
  return withExamples(task, `${question}\n\n${workspaceNote}${files}`);
}

/** Names no path: the same question is the same text in every run. */
const workspaceNote =
  "Your working directory holds the files of this task, if it has any. Work there, and leave there what you produce.";

function withExamples({ fewShot }: Task, question: string): string {
  if (fewShot.length === 0) return question;
  const examples = fewShot.map((example) => `Question: ${example.question}\nAnswer: ${example.answer}\n`);
  return [...examples, `Question: ${question}`, "Answer:"].join("\n");
}
