import type { Language } from "./alterations.ts";
import { integer, pick, type Random } from "./generated-prose.ts";
import { shownText } from "./quotations.ts";
import type { RenderedDocument, RenderedWord } from "./rendered-document.ts";

/** A quotation that stands there word for word and is not what the text says. */
interface HalfQuotation {
  readonly name: string;
  readonly source: string;
  readonly text: string;
}

const fewestWords = 3;
const marked: readonly [Mark, ...Mark[]] = [
  (head, tail) => `**${head}**${tail}`,
  (head, tail) => `${head}**${tail}**`,
  (head, tail) => `<i>${head}</i>${tail}`,
  (head, tail) => `${head}\u200b${tail}`,
  (head, tail) => `${head}&shy;${tail}`,
];
const struckOut: readonly [Strike, ...Strike[]] = [
  (text) => `~~${text}~~`,
  (text) => `<DEL class="x">${text}</DEL>`,
  (text) => `<s>Once\n\n<b>this</b>: ${text}</s>`,
  (text) => `<!-- ${text} -->`,
];
type Mark = (head: string, tail: string) => string;
type Strike = (text: string) => string;

/** Quotations that leave out what denies right before or behind them, half a word, or that the text is struck out. */
export function halfQuotations(
  document: RenderedDocument,
  language: Language,
  random: Random,
): readonly HalfQuotation[] {
  const words = pick(random, document.sentences as [readonly RenderedWord[]]);
  const { source } = document;
  const before = words.findIndex((word, at) => isNegation(word, language) && words.length - at > fewestWords);
  const behind = words.findIndex(
    ({ shown }, at) => at >= fewestWords && /^(?:nicht|ない|않.*)[.。]?$/u.test(shown),
  );
  const made: HalfQuotation[] = [];
  if (before >= 0 && language.name !== "Japanese")
    made.push({ name: "without the denial before it", source, text: shownText(words.slice(before + 1)) });
  if (behind > 0)
    made.push({ name: "without the denial behind it", source, text: shownText(words.slice(0, behind)) });
  const split = splitWord(words, random);
  if (split !== null) made.push({ name: "from the middle of a word on", ...split });
  const text = shownText(words);
  made.push({ name: "struck out", source: `So. ${pick(random, struckOut)(text)} Or not.`, text });
  return made;
}

function isNegation({ shown }: RenderedWord, { negations }: Language): boolean {
  return negations.includes(shown.toLowerCase());
}

function splitWord(
  words: readonly RenderedWord[],
  random: Random,
): { readonly source: string; readonly text: string } | null {
  const long = words.filter(({ shown }) => /^\p{Ll}{6,}$/u.test(shown));
  const word = long[integer(random, 0, Math.max(0, long.length - 1))];
  if (word === undefined) return null;
  const at = integer(random, 2, 3);
  const [head, tail] = [word.shown.slice(0, at), word.shown.slice(at)];
  const position = words.indexOf(word);
  const behind = words.slice(position + 1).map(({ shown, gap }) => gap + shown);
  return {
    source: `${shownText(words.slice(0, position))}${word.gap}${pick(random, marked)(head, tail)}${behind.join("")}`,
    text: tail + behind.join(""),
  };
}
