import { areConfusable } from "./confusable-words.ts";
import type { Difference } from "./excerpt-match.ts";
import { followsNumber, meaningOf, type TokenPlace } from "./meaning.ts";
import { isNegation } from "./negations.ts";
import { signBearsMeaning } from "./signs.ts";
import { isOneWord } from "./spelling.ts";

const letters = /^[\p{L}\p{M}]+$/u;
const digit = /\d/;
const capital = /^\p{Lu}/u;
/** One letter of theirs is easily another word: most of their words have three or four. */
const rootLetters = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Words of one letter that a sentence may begin with. */
const articles = /^[aeoiyàéуиоая]$/iu;
/** Words that stand before others in some language and as a prefix of them deny, or make another word. */
const prefixes = /^(?:an?|i[lmnr]|the)$/i;
/** Behind a prefix this short nothing is denied: in to, into. */
const longestParticle = 3;
const longestAcronym = 4;
const longestUnit = 4;

/**
 * From how many letters on a slip is one, and how many letters at either end it must not touch: there stand what negates
 * a word and what bends it. Of the 40,000 most frequent words of English two pairs differ by exchanged neighbours in
 * words of 8 letters, but hundreds by another letter in its place.
 */
const limits = {
  exchanged: { shortest: 8, head: 2, tail: 2 },
  doubled: { shortest: 8, head: 2, tail: 2 },
  leftOut: { shortest: 10, head: 2, tail: 3 },
  replaced: { shortest: 12, head: 4, tail: 4 },
} as const;
/** What begins with a capital may be a name, and names are alike. */
const moreForNames = 4;

/**
 * What of the meaning changes where tokens that read alike are exchanged; null where that is a way of writing them, or a
 * slip that makes no other word.
 *
 * @param isKnown whether a word stands elsewhere in the text, so is another one
 */
export function meaningOfSlip(
  quoted: readonly TokenPlace[],
  said: readonly TokenPlace[],
  isKnown: (word: string) => boolean,
): Difference["changes"] {
  const [left, right] = [textOf(quoted), textOf(said)];
  if (quoted.length === 1 && said.length === 1) {
    const isSame = isCaseOnly(left, right)
      ? !changesCase(left, right, [...quoted, ...said])
      : isOneWord(left, right) || (isSlip(left, right) && !isKnown(left));
    return isSame ? null : meaningOf([...quoted, ...said]);
  }
  const isSame =
    (left === right || isOneWord(left, right) || isSlip(left, right)) &&
    !joinsDigits(quoted, said) &&
    !partsDenial(quoted, said) &&
    ![...quoted, ...said].some(bearsAlone);
  return isSame ? null : (meaningOf([...quoted, ...said]) ?? "word");
}

/** The words of tokens without the signs between them. */
function textOf(tokens: readonly TokenPlace[]): string {
  return tokens
    .map(({ text, start, end }) => text.slice(start, end))
    .filter((token) => tokens.length === 1 || /[\p{L}\p{N}]/u.test(token))
    .join("");
}

/** Written as one word, tokens would make another number; or one of them denies, or is a sign that says something. */
function bearsAlone({ text, start, end }: TokenPlace): boolean {
  const token = text.slice(start, end);
  return /[\p{L}\p{N}]/u.test(token) ? isNegation(token) : signBearsMeaning({ text, start, end });
}

/** Whether a word that would deny as a prefix stands apart on one side: "a symptomatic" is not "asymptomatic". */
function partsDenial(...sides: readonly (readonly TokenPlace[])[]): boolean {
  return sides.some((tokens) =>
    tokens.some((token, at) => {
      const next = tokens[at + 1];
      return (
        next !== undefined &&
        prefixes.test(token.text.slice(token.start, token.end)) &&
        token.text.slice(token.end, next.start) === " " &&
        next.end - next.start > longestParticle
      );
    }),
  );
}

function joinsDigits(...sides: readonly (readonly TokenPlace[])[]): boolean {
  return sides.some((tokens) =>
    tokens.some(({ text, end }, at) => {
      const next = tokens[at + 1];
      return (
        next !== undefined && digit.test(text.charAt(end - 1)) && digit.test(next.text.charAt(next.start))
      );
    }),
  );
}

function isCaseOnly(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/** Whether another case is another word: a unit (mW, MW), an acronym (US, us), a name with a number in it. */
function changesCase(left: string, right: string, places: readonly TokenPlace[]): boolean {
  const isFirstOnly = left.slice(1) === right.slice(1);
  if (left.length <= longestUnit && places.every(({ text, start }) => followsNumber(text, start)))
    return true;
  if (left.length === 1) return !articles.test(left);
  if (digit.test(left)) return !isFirstOnly;
  return !isFirstOnly && left.length <= longestAcronym;
}

function isSlip(left: string, right: string): boolean {
  if (!letters.test(left) || !letters.test(right) || rootLetters.test(left)) return false;
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || areConfusable(one, other)) return false;
  const { head, tail, kind } = editOf(short, long);
  if (kind === null) return false;
  const limit = limits[kind];
  const more = capital.test(left) && capital.test(right) ? moreForNames : 0;
  return short.length >= limit.shortest + more && head >= limit.head && tail >= limit.tail;
}

/** The one edit between two words of nearly the same length, with the letters before and behind it; null where it takes more. */
function editOf(
  short: string,
  long: string,
): { head: number; tail: number; kind: keyof typeof limits | null } {
  let head = 0;
  while (head < short.length && short.charAt(head) === long.charAt(head)) head += 1;
  let tail = 0;
  while (tail < short.length - head && short.at(-1 - tail) === long.at(-1 - tail)) tail += 1;
  const rest = short.length - head - tail;
  const put = long.charAt(head);
  if (long.length > short.length) {
    const isDouble = put === long.charAt(head - 1) || put === long.charAt(head + 1);
    return { head, tail, kind: rest > 0 ? null : isDouble ? "doubled" : "leftOut" };
  }
  if (rest === 1) return { head, tail, kind: "replaced" };
  const [first, second] = [short.charAt(head), short.charAt(head + 1)];
  const isExchanged = rest === 2 && first === long.charAt(head + 1) && second === put;
  // In German ei and ie tell tenses apart: entscheiden, entschieden.
  const isDiphthong = [first, second].sort().join("") === "ei";
  return { head, tail, kind: isExchanged && !isDiphthong ? "exchanged" : null };
}
