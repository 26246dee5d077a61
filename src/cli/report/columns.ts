import { stripVTControlCharacters } from "node:util";

const invisible = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;
/** Begins every command to a terminal. */
export const escapeCharacter = "\u001b";
const colour = new RegExp(`(${escapeCharacter}\\[[0-9;]*m)`);
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Columns that a text takes on a terminal. Escape sequences take none, East Asian wide characters and emoji two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of stripVTControlCharacters(text)) columns += columnsOfCharacter(character);
  return columns;
}

/** Cuts a text to at most `limit` columns; what is cut ends in `mark`. Colours stay, and end where they should. */
export function cutToColumns(text: string, limit: number, mark = "..."): string {
  if (columnsOf(text) <= limit) return text;
  const ending = mark.slice(0, Math.max(0, limit));
  let room = limit - ending.length;
  let kept = "";
  for (const part of text.split(colour)) {
    if (part.startsWith(escapeCharacter)) kept += part;
    else if (room >= 0) {
      for (const character of part) {
        room -= columnsOfCharacter(character);
        if (room < 0) break;
        kept += character;
      }
      if (room < 0) kept += ending;
    }
  }
  return kept;
}

/** Fills a text with spaces up to `width` columns, on its right unless `align` says `right`. */
export function padToColumns(text: string, width: number, align: "left" | "right" = "left"): string {
  const spaces = " ".repeat(Math.max(0, width - columnsOf(text)));
  return align === "left" ? text + spaces : spaces + text;
}

function columnsOfCharacter(character: string): number {
  if (character >= " " && character <= "~") return 1;
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
