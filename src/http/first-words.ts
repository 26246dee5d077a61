import { collapseWhiteSpace } from "../base/index.ts";

/** So much of a body is looked at. */
const longestRead = 10_000;

/** What a body that is no JSON begins with: the title of a web page, or its words. */
export function firstWords(body: string): string {
  const start = body.slice(0, longestRead);
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1];
  return collapseWhiteSpace((title ?? withoutMarkup(start)).replace(/\p{Cc}/gu, " "));
}

function withoutMarkup(text: string): string {
  return isMarkup(text)
    ? text.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ").replace(/<[^>]*>?/g, " ")
    : text;
}

/** True for HTML and XML. */
export function isMarkup(text: string): boolean {
  return text.trimStart().startsWith("<");
}
