import { messageFromRecord, messageText } from "../../../../trace/index.ts";
import { labelledLines, type PageView, type SectionLines } from "./page-section.ts";

const longestTurn = 400;

/** What stood around the question: what the model was told, what was said before, and the names of files. */
export const conversationLines: SectionLines = ({ metadata: { conversation } }, view) => {
  if (conversation === null) return [];
  const { systemPrompt, messages, attachments } = conversation;
  return [
    ...(systemPrompt === null ? [] : said("system", systemPrompt, view)),
    ...messages.flatMap(({ role, content }) => said(role, content, view)),
    ...attachments.flatMap(({ name, mediaType }) => said("file", `${name} (${mediaType})`, view)),
  ];
};

/** What the prompt of a run made of the question: all that the model was sent. Nothing where the run had no prompts. */
export const promptedLines: SectionLines = ({ metadata, template }, view) =>
  metadata.promptId === undefined
    ? []
    : (template?.conversationContext ?? [])
        .map(messageFromRecord)
        .flatMap((message) => [
          ...message.content.flatMap((block) =>
            block.type === "file" ? said("file", block.name, view) : [],
          ),
          ...said(message.role, messageText(message), view),
        ]);

const said = (label: string, text: string, view: PageView): readonly string[] =>
  labelledLines(label.padEnd(10), view.full ? text : shortenedTurn(text), view);

/** The beginning of a long text; characters are code points. */
export function shortenedTurn(text: string): string {
  const characters = [...text];
  return characters.length <= longestTurn ? text : `${characters.slice(0, longestTurn).join("")}…`;
}
