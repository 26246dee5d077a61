import { isWordToken, type TextTokens } from "./text-tokens.ts";

/** Neighbouring tokens of an excerpt that the text may write as one word. */
interface Joined {
  /** How many tokens, the last of them included. */
  readonly size: 2 | 3;
  /** Per id of a word of the text: what reading it as these tokens costs. */
  readonly costs: ReadonlyMap<number, number>;
}

/** The tokens of an excerpt, related to those of a text. */
export interface ExcerptTokens {
  readonly count: number;
  readonly words: readonly string[];
  /** Per token: its id in the text, -1 where the text does not have it. */
  readonly ids: Int32Array;
  /** Per token: the words of the text that read like it, with what that costs; undefined where there is none. */
  readonly alike: readonly (ReadonlyMap<number, number> | undefined)[];
  /** Per token: how it and those before it may be written together. */
  readonly joined: readonly (readonly Joined[])[];
  /** The characters of all tokens. */
  readonly characters: number;
}

const none: readonly Joined[] = [];

/** Relates the tokens of an excerpt to a text. */
export function excerptTokens(words: readonly string[], text: TextTokens): ExcerptTokens {
  const isWord = words.map(isWordToken);
  const joinedAt = (at: number, size: 2 | 3): Joined[] => {
    if (at + 1 < size || !isWord[at] || !isWord[at - size + 1]) return [];
    const costs = text.alikeWords(words.slice(at - size + 1, at + 1).join(""));
    return costs.size === 0 ? [] : [{ size, costs: atLeastOne(costs) }];
  };
  return {
    count: words.length,
    words,
    ids: Int32Array.from(words, (word) => text.idOf.get(word) ?? -1),
    alike: words.map((word, at) => {
      const found = isWord[at] ? text.alikeWords(word) : undefined;
      const isOnlyItself = found?.size === 1 && found.has(text.idOf.get(word) ?? -1);
      return found === undefined || found.size === 0 || isOnlyItself ? undefined : found;
    }),
    joined: words.map((_, at) => {
      const found = [...joinedAt(at, 2), ...joinedAt(at, 3)];
      return found.length === 0 ? none : found;
    }),
    characters: words.reduce((sum, word) => sum + word.length, 0),
  };
}

function atLeastOne(costs: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  return new Map(Array.from(costs, ([id, cost]) => [id, Math.max(1, cost)]));
}
