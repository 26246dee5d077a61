import { alikeCost, slipCost, unalike } from "./alike.ts";
import { spellingForms } from "./spelling.ts";

/** Finds the words of a vocabulary that read like a word: their ids and what reading them so costs; itself costs 0. */
export type AlikeWords = (word: string) => ReadonlyMap<number, number>;

/** From here on more than one edit can be alike: a word of 20 characters may lack two. */
const longWord = 18;
const mostLongWords = 400;
/** Beyond this many words with the same half, as in tables of numbered names, the others are not compared. */
const mostOfHalf = 200;
const longestWord = 64;
/** What reading another spelling of a word costs, however many letters differ. */
const spellingCost = 1;

/**
 * Prepares a vocabulary for finding alike words without comparing with each of them.
 *
 * One edit in a word of n characters leaves its first or its last ⌊(n − 1) / 2⌋ characters as they are, so candidates
 * are looked up by half a word, at most 200 per half. Words of 18 characters on, where more edits can be alike, are
 * compared one by one, with at most 400 of them, where the text does not have the word itself. Other spellings of a word are looked up by their forms.
 */
export function createAlikeWords(
  vocabulary: readonly string[],
  {
    isWord,
    isKnown,
  }: { readonly isWord: (id: number) => boolean; readonly isKnown: (word: string) => boolean },
): AlikeWords {
  const halves = new Map<string, number[]>();
  const spellings = new Map<string, number[]>();
  const long: number[] = [];
  for (const [id, word] of vocabulary.entries()) {
    if (!isWord(id)) continue;
    const half = halfOf(word.length);
    add(halves, headKey(word, word.length, half), id);
    if (half > 0) add(halves, tailKey(word, word.length, half), id);
    for (const form of spellingForms(word)) add(spellings, form, id);
    if (word.length >= longWord && long.length < mostLongWords) long.push(id);
  }

  const lookUp = (word: string): ReadonlyMap<number, number> => {
    const found = new Map<number, number>();
    if (word.length > longestWord) return found;
    const compare = (ids: readonly number[] | undefined, costOf = slipCost) => {
      for (const id of ids ?? []) {
        if (found.has(id)) continue;
        const cost = costOf(word, vocabulary[id] ?? "");
        if (cost !== unalike) found.set(id, cost);
      }
    };
    for (let length = Math.max(1, word.length - 1); length <= word.length + 1; length += 1) {
      const half = halfOf(length);
      compare(halves.get(headKey(word, length, half)));
      if (half > 0) compare(halves.get(tailKey(word, length, half)));
    }
    for (const form of spellingForms(word)) {
      compare(spellings.get(form));
      for (const id of spellings.get(form) ?? []) if (!found.has(id)) found.set(id, spellingCost);
    }
    if (word.length >= longWord && !isKnown(word)) compare(long, alikeCost);
    return found;
  };

  const known = new Map<string, ReadonlyMap<number, number>>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      found = lookUp(word);
      known.set(word, found);
    }
    return found;
  };
}

function halfOf(length: number): number {
  return Math.floor((length - 1) / 2);
}

function headKey(word: string, length: number, half: number): string {
  return `${length}<${word.slice(0, half)}`;
}

function tailKey(word: string, length: number, half: number): string {
  return `${length}>${word.slice(word.length - half)}`;
}

function add(map: Map<string, number[]>, key: string, id: number): void {
  const ids = map.get(key);
  if (ids === undefined) map.set(key, [id]);
  else if (ids.length < mostOfHalf) ids.push(id);
}
