import { spaceRanges } from "./character-classes.ts";
import { complement, type SetItem, type SetNode, type UnicodeClass } from "./syntax.ts";

/** How a target dialect writes a code point in hexadecimal. */
type WriteCodePoint = (hexadecimal: string) => string;

const WORD = String.raw`\p{L}\p{N}_`;
const NOT_WORD = `[^${WORD}]`;

/** A set in pieces: what fits into brackets, and whether all that is no word character belongs to it too. */
interface SetParts {
  readonly members: string;
  readonly withNonWord: boolean;
}

/**
 * A set as source text. `subtract` writes "a word character without these members", the one set
 * that brackets alone cannot say.
 */
export function setSource(
  node: SetNode,
  write: WriteCodePoint,
  subtract: (union: string, word: string) => string,
): string {
  const { members, withNonWord } = partsOf(node.items, write);
  // engines compile texts quicker than sets
  if (isCharacter(node)) return members;
  if (!withNonWord) {
    if (members === "")
      return node.negated ? `[${write("0")}-${write("10ffff")}]` : `[^${write("0")}-${write("10ffff")}]`;
    return node.negated ? `[^${members}]` : `[${members}]`;
  }
  if (members === "") return node.negated ? `[${WORD}]` : NOT_WORD;
  const union = `(?:${NOT_WORD}|[${members}])`;
  return node.negated ? subtract(union, `[${WORD}]`) : union;
}

/** True for one character, none that could be half of a pair. */
function isCharacter({ negated, items: [item, ...others] }: SetNode): boolean {
  if (negated || item === undefined || "class" in item || others.length > 0) return false;
  return item.from === item.to && (item.from < 0xd800 || item.from > 0xdfff);
}

/** The opposite of a union as a word character that is not in it, for dialects with look-ahead. */
export function withLookahead(union: string, word: string): string {
  return `(?:(?!${union})${word})`;
}

function partsOf(items: readonly SetItem[], write: WriteCodePoint): SetParts {
  const isNonWord = (item: SetItem) => "class" in item && item.class === "word" && item.negated;
  const members = items.filter((item) => !isNonWord(item)).map((item) => itemSource(item, write));
  return { members: members.join(""), withNonWord: items.some(isNonWord) };
}

function itemSource(item: SetItem, write: WriteCodePoint): string {
  if ("class" in item) return classSource[item.class](item.negated, write);
  const from = write(item.from.toString(16));
  return item.from === item.to ? from : `${from}-${write(item.to.toString(16))}`;
}

const classSource: Readonly<
  Record<UnicodeClass["class"], (negated: boolean, write: WriteCodePoint) => string>
> = {
  digit: (negated) => (negated ? String.raw`\P{Nd}` : String.raw`\p{Nd}`),
  word: () => WORD,
  space: (negated, write) =>
    (negated ? complement(spaceRanges) : spaceRanges).map((range) => itemSource(range, write)).join(""),
};
