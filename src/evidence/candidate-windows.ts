import type { ExcerptTokens } from "./excerpt-tokens.ts";
import type { TextTokens } from "./text-tokens.ts";

/** A stretch of tokens in which a passage can lie, with the most characters of the excerpt that it can hold. */
export interface CandidateWindow {
  readonly start: number;
  readonly end: number;
  readonly gain: number;
}

/** A distinct token of the excerpt. */
interface Wanted {
  readonly weight: number;
  /** How often the excerpt has it. */
  times: number;
  /** How often the window has it or something alike. */
  present: number;
}

/** Tokens a passage may have: those of the excerpt and half as many more. */
export function passageTokens(excerptCount: number): number {
  return excerptCount + Math.max(8, Math.ceil(excerptCount / 2));
}

/**
 * The windows from `from` on that hold anything of the excerpt, the most promising first, the earlier of equal ones
 * first.
 *
 * The bound of a passage of W tokens is the bag of words: Σ over the excerpt's distinct tokens of
 * weight · min(times in the excerpt, times in the passage), alike tokens and the heads of words written apart counted
 * as the token itself. One pass slides over the text; each window of 5 W ⁄ 4 tokens covers the passages that start
 * in its first fifth, with the greatest of their bounds.
 */
export function candidateWindows(
  excerpt: ExcerptTokens,
  text: TextTokens,
  from: number,
): readonly CandidateWindow[] {
  const { slots, wantedBySlot } = wantedTokens(excerpt, text);
  const size = passageTokens(excerpt.count);
  const stride = Math.ceil(size / 4);
  const windows: CandidateWindow[] = [];
  let gain = 0;
  let entered = from;
  let best = 0;
  for (let start = from; start < text.count; start += 1) {
    for (; entered < text.count && entered < start + size; entered += 1) {
      const slot = slots[text.ids[entered] ?? 0] ?? 0;
      if (slot === 0) continue;
      for (const wanted of wantedBySlot[slot] ?? []) {
        wanted.present += 1;
        if (wanted.present <= wanted.times) gain += wanted.weight;
      }
    }
    best = Math.max(best, gain);
    const isLastOfWindow = (start - from + 1) % stride === 0 || start === text.count - 1;
    if (isLastOfWindow) {
      const windowStart = start - ((start - from) % stride);
      const end = Math.min(text.count, windowStart + stride + size);
      if (best > 0) windows.push({ start: windowStart, end, gain: best });
      best = 0;
    }
    const slot = slots[text.ids[start] ?? 0] ?? 0;
    if (slot === 0) continue;
    for (const wanted of wantedBySlot[slot] ?? []) {
      if (wanted.present <= wanted.times) gain -= wanted.weight;
      wanted.present -= 1;
    }
  }
  return windows.sort((left, right) => right.gain - left.gain || left.start - right.start);
}

/** Per id of the text a slot (0: nothing wanted), and per slot the tokens of the excerpt that the id can stand for. */
function wantedTokens(excerpt: ExcerptTokens, text: TextTokens) {
  const slots = new Int32Array(text.vocabulary.length);
  const wantedBySlot: Wanted[][] = [[]];
  const wants = (id: number, wanted: Wanted) => {
    const slot = slots[id] ?? 0;
    const known = wantedBySlot[slot];
    if (slot === 0 || known === undefined) {
      slots[id] = wantedBySlot.length;
      wantedBySlot.push([wanted]);
    } else if (!known.includes(wanted)) known.push(wanted);
  };
  const wantedOf = new Map<string, Wanted>();
  for (const [at, word] of excerpt.words.entries()) {
    let wanted = wantedOf.get(word);
    if (wanted === undefined) {
      wanted = { weight: word.length, times: 0, present: 0 };
      wantedOf.set(word, wanted);
      const id = excerpt.ids[at] ?? -1;
      if (id >= 0) wants(id, wanted);
      for (const alike of excerpt.alike[at]?.keys() ?? []) wants(alike, wanted);
      for (const head of headsOf(word, text)) wants(head, wanted);
    }
    wanted.times += 1;
  }
  for (const [at, joinedHere] of excerpt.joined.entries()) {
    for (const { size, costs } of joinedHere) {
      for (const word of excerpt.words.slice(at - size + 1, at + 1)) {
        const wanted = wantedOf.get(word);
        for (const id of costs.keys()) if (wanted !== undefined) wants(id, wanted);
      }
    }
  }
  return { slots, wantedBySlot };
}

/** Ids of words that begin a word the text also has the rest of: it may be written apart there. */
function headsOf(word: string, text: TextTokens): readonly number[] {
  const heads: number[] = [];
  for (let length = 1; length < word.length; length += 1) {
    const head = text.idOf.get(word.slice(0, length));
    if (head !== undefined && text.idOf.has(word.slice(length))) heads.push(head);
  }
  return heads;
}
