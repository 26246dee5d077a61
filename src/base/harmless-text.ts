import { stripVTControlCharacters } from "node:util";

/**
 * What a terminal obeys or nobody sees: control characters, separators of lines and paragraphs that are no line feed,
 * characters that turn the direction of writing or have no width, tags, halves of characters. A new line and a tab stay.
 */
const hidden = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

const otherLineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/** A text from a model or a file without anything that commands a terminal or hides; lines stay. */
export function harmlessText(text: string): string {
  return stripVTControlCharacters(text).replace(otherLineEnds, "\n").replace(hidden, "");
}

/** The same as one line: white space joined. */
export function oneLine(text: string): string {
  return harmlessText(stripVTControlCharacters(text).replace(/\s+/gu, " ")).trim();
}

/** A value as JSON in which what {@link harmlessText} takes out is written as an escape: nothing is lost. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(hidden, (character) =>
    Array.from({ length: character.length }, (_, unit) => escapeControl(character.charCodeAt(unit))).join(""),
  );
}

function escapeControl(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
