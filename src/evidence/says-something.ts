import { classOf } from "./character-class.ts";

/** One or two letters of a longer word stand in nearly every text. */
const longestScrap = 2;
const pictograph = /\p{Extended_Pictographic}/u;

/**
 * Whether a passage of a text can speak for anything: it holds a letter, a digit or a pictograph, and is no scrap of a
 * word. Signs alone say something only where they are the whole text.
 *
 * @example
 * saysSomething("It is 15 mg.", { start: 7, end: 8 }) // false: the 5 of 15
 */
export function saysSomething(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const passage = text.slice(start, end).trim();
  const letters = Array.from(passage).filter((character) => isLetter(character.codePointAt(0) ?? 0));
  if (letters.length === 0) return pictograph.test(passage) || passage === text.trim();
  return letters.length > longestScrap || !splitsWord(text, start, end);
}

/** Whether a word goes on across either end of a passage. Scripts written without spaces have no such words. */
export function splitsWord(text: string, start: number, end: number): boolean {
  return isWithinWord(text, start) || isWithinWord(text, end);
}

/** Whether a place lies between the two halves of one character. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function isWithinWord(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (classOf(text.codePointAt(at) ?? 0) !== "word") return false;
  const before = splitsPair(text, at - 1) ? at - 2 : at - 1;
  return classOf(text.codePointAt(before) ?? 0) === "word";
}

function isLetter(codePoint: number): boolean {
  const kind = classOf(codePoint);
  return kind === "word" || kind === "single";
}
