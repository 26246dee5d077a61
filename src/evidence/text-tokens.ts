import { type AlikeWords, createAlikeWords } from "./alike-words.ts";
import { classOf } from "./character-class.ts";
import { splitTokens, type TokenSpans } from "./tokens.ts";

/** Runs of letters longer than this are no words but sequences or data: each of their characters is a token. */
const longestWord = 64;
const longestWordBesideSequences = 24;

/** The tokens of a text, each distinct one with a number (its id). */
export interface TextTokens {
  readonly count: number;
  /** Per token: its place in the folded text. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly ids: Int32Array;
  /** Per token, and once more at the end: the characters of all tokens before it; one that may be left out has none. */
  readonly charactersBefore: Int32Array;
  /** Per id. */
  readonly vocabulary: readonly string[];
  readonly idOf: ReadonlyMap<string, number>;
  readonly alikeWords: AlikeWords;
  /** The tokens of a folded excerpt, cut the way the text is. */
  readonly split: (excerpt: string) => TokenSpans;
}

/**
 * The tokens of a folded text, prepared for aligning excerpts with them.
 *
 * @param isAside whether what stands at a unit may be left out at no cost
 */
export function textTokens(folded: string, isAside: (unit: number) => boolean): TextTokens {
  const { starts, ends, hasBrokenRuns } = splitTokens(folded, (start, end) => end - start <= longestWord);
  const count = starts.length;
  const ids = new Int32Array(count);
  const charactersBefore = new Int32Array(count + 1);
  const vocabulary: string[] = [];
  const idOf = new Map<string, number>();
  for (let at = 0; at < count; at += 1) {
    const start = starts[at] ?? 0;
    const end = ends[at] ?? 0;
    const token = folded.slice(start, end);
    let id = idOf.get(token);
    if (id === undefined) {
      id = vocabulary.length;
      idOf.set(token, id);
      vocabulary.push(token);
    }
    ids[at] = id;
    charactersBefore[at + 1] = (charactersBefore[at] ?? 0) + (isAside(start) ? 0 : end - start);
  }
  const isWord = (id: number) => isWordToken(vocabulary[id] ?? "");
  let alikeWords: AlikeWords | undefined;
  return {
    ...{ count, starts, ends, ids, charactersBefore, vocabulary, idOf },
    alikeWords: (word) => {
      alikeWords ??= createAlikeWords(vocabulary, { isWord, isKnown: (known) => idOf.has(known) });
      return alikeWords(word);
    },
    split: (excerpt) => {
      return splitTokens(excerpt, (start, end) => {
        if (end - start > longestWord) return false;
        const isShort = !hasBrokenRuns || end - start <= longestWordBesideSequences;
        return isShort || idOf.has(excerpt.slice(start, end));
      });
    },
  };
}

/** Whether a token is a word; else it is a sign, or one character of a script written without spaces. */
export function isWordToken(token: string): boolean {
  return classOf(token.codePointAt(0) ?? 0) === "word";
}
