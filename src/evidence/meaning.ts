import { classOf } from "./character-class.ts";
import type { Difference } from "./excerpt-match.ts";
import { isNegation } from "./negations.ts";
import { signBearsMeaning } from "./signs.ts";

type Meaning = NonNullable<Difference["changes"]>;

/** The weightiest first: a difference is called by the first of these that it holds. */
const byWeight: readonly Meaning[] = ["negation", "number", "unit", "sign", "name", "word"];
const longestUnit = 4;
/** Of a negation; longer words are none. */
const longestWord = 20;
const digit = /\p{Nd}/u;
const capital = /^\p{Lu}/u;

/** A token by its place in a folded text. */
export interface TokenPlace {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Whether a token is the article that is no other word in any language, and tells neither number nor role. */
export function isArticle({ text, start, end }: TokenPlace): boolean {
  return text.slice(start, end).toLowerCase() === "the";
}

/** What of the meaning changes where these tokens stand on one side only; null where that is punctuation. */
export function meaningOf(tokens: readonly TokenPlace[]): Meaning | null {
  const found = new Set(tokens.map(meaningOfToken));
  return byWeight.find((meaning) => found.has(meaning)) ?? null;
}

function meaningOfToken(token: TokenPlace): Meaning | null {
  const { text, start, end } = token;
  const kind = classOf(text.codePointAt(start) ?? 0);
  if (kind === "sign") return signBearsMeaning(token) ? "sign" : endsDenial(token) ? "negation" : null;
  const word = text.slice(start, end);
  if (isNegation(word)) return "negation";
  if (digit.test(word)) return "number";
  if (followsNumber(text, start) && word.length <= longestUnit) return "unit";
  return capital.test(word) ? "name" : "word";
}

/** Whether a sign keeps a denial to itself: "No, treatment is safe" is not "No treatment is safe". */
function endsDenial({ text, start }: TokenPlace): boolean {
  if (!/[,:;.!]/.test(text.charAt(start))) return false;
  const [word = ""] = /[\p{L}\p{M}]+$/u.exec(text.slice(Math.max(0, start - longestWord), start)) ?? [];
  return isNegation(word);
}

/** Whether a number stands right before a place, with a space between them or without. */
export function followsNumber(text: string, start: number): boolean {
  const before = text.charAt(start - 1) === " " ? start - 2 : start - 1;
  return digit.test(text.charAt(before));
}
