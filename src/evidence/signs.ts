import { classOf } from "./character-class.ts";

interface SignPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Comparison, calculation, money, shares, degrees, pictures, and what ties names together. */
const always = /^[\p{Sm}\p{Sc}\p{So}%‰‱°/\\*^&@#?_|]$/u;
const digit = /^[0-9]$/;
const letter = /^\p{L}$/u;
const nameBefore = /[\p{L}\p{N}_]{2}$/u;
const nameBehind = /^[\p{L}\p{N}_]{2}/u;

/**
 * Whether a sign of a folded text says something that is not said without it: `<`, `%`, `€`, the point in 1.5, the minus
 * in -5 and in foo.bar; not the marks between and around words.
 */
export function signBearsMeaning({ text, start, end }: SignPlace): boolean {
  const sign = text.slice(start, end);
  if (always.test(sign)) return true;
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (digit.test(before) && digit.test(after)) return true;
  if (sign === "-") return isMinus(text, start, end);
  if (sign === "!") return after === "=" || isWord(after);
  if (sign === "." && isWithinName(text, start, end)) return true;
  if (sign === ")") return /[/^*]/.test(after);
  if (sign === "(") return /[/^*]/.test(before) && !letter.test(text.charAt(start - 2));
  if (sign === "~" || sign === "." || sign === ",") return digit.test(after);
  return (sign === "'" || sign === '"') && digit.test(before);
}

/** A point between two names, as in code and addresses; those of abbreviations stand at single letters. */
function isWithinName(text: string, start: number, end: number): boolean {
  return (
    isWordUnit(text, start - 1) &&
    isWordUnit(text, end) &&
    nameBefore.test(text.slice(start - 2, start)) &&
    nameBehind.test(text.slice(end, end + 2))
  );
}

function isWordUnit(text: string, at: number): boolean {
  return classOf(text.codePointAt(at) ?? 0) === "word";
}

/** A sign of a number or of a charge, also with a space before the number; not a hyphen of a name and not a dash between words. */
function isMinus(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  if (digit.test(after)) return !(letter.test(before) && letter.test(text.charAt(start - 2)));
  if (isWord(before)) return !isWord(after);
  const next = after === " " ? text.charAt(end + 1) : "";
  return digit.test(next) && before === " ";
}

function isWord(character: string): boolean {
  const kind = character === "" ? "sign" : classOf(character.codePointAt(0) ?? 0);
  return kind === "word" || kind === "single";
}
