import { markdownText } from "./markdown-text.ts";

const longestText = 1000;
/** Of models, runs, sides and traits, which stand many times. */
const longestName = 100;
const cutTo = (longest: number) => (text: string) =>
  markdownText(text.length <= longest ? text : `${text.slice(0, longest)}…`);

/** A text that any file may hold, inert and not too long. */
export const shown = cutTo(longestText);

/** The same of a name. */
export const named = cutTo(longestName);

/** A column of a table; its cells are Markdown. */
export interface MarkdownColumn<Row> {
  readonly title: string;
  /** Texts are `left`, numbers `right`. */
  readonly align: "left" | "right";
  readonly cell: (row: Row) => string;
}

/** A table; empty without rows. */
export function table<Row>(columns: readonly MarkdownColumn<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ align }) => (align === "left" ? "---" : "---:"))),
    ...rows.map((row) => line(columns.map(({ cell }) => cell(row)))),
  ].join("\n");
}

/** Markdown behind a line, unfolded by who wants to see it; empty where there is none. */
export function folded(title: string, ...blocks: readonly string[]): string {
  const inside = blocks.filter((block) => block !== "");
  if (inside.length === 0) return "";
  return [`<details><summary>${title}</summary>`, ...inside, "</details>"].join("\n\n");
}

/** A list; empty without entries. */
export const list = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join("\n");

/** The first entries of a list behind a line, and how many more there are; empty without entries. */
export function foldedList(
  title: string,
  entries: readonly string[],
  { limit, count = entries.length }: { readonly limit: number; readonly count?: number },
): string {
  if (entries.length === 0 || count === 0) return "";
  const listed = entries.slice(0, limit);
  const more = count - listed.length;
  return folded(title, list([...listed, ...(more > 0 ? [`and ${more} more`] : [])]));
}
