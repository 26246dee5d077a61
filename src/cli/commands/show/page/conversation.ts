import { labelledLines, type SectionLines } from "./page-section.ts";

const longestTurn = 400;

/** What stood around the question: what the model was told, what was said before, and the names of files. */
export const conversationLines: SectionLines = ({ metadata: { conversation } }, view) => {
  if (conversation === null) return [];
  const { systemPrompt, messages, attachments } = conversation;
  const said = (label: string, text: string) =>
    labelledLines(label.padEnd(10), view.full ? text : shortenedTurn(text), view);
  return [
    ...(systemPrompt === null ? [] : said("system", systemPrompt)),
    ...messages.flatMap(({ role, content }) => said(role, content)),
    ...attachments.flatMap(({ name, mediaType }) => said("file", `${name} (${mediaType})`)),
  ];
};

/** The beginning of a long text; characters are code points. */
export function shortenedTurn(text: string): string {
  const characters = [...text];
  return characters.length <= longestTurn ? text : `${characters.slice(0, longestTurn).join("")}…`;
}
