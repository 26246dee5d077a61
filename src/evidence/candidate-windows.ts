import type { ExcerptTokens } from "./excerpt-tokens.ts";
import type { TextTokens } from "./text-tokens.ts";

/** A stretch of tokens in which a passage can lie, with the most characters of the excerpt that it can hold. */
interface CandidateWindow {
  readonly start: number;
  readonly end: number;
  readonly gain: number;
}

/** The distinct tokens of an excerpt by number, and which of them a token of the text can stand for. */
interface WantedTokens {
  /** Per distinct token: its characters, and how often the excerpt has it. */
  readonly weights: Int32Array;
  readonly times: Int32Array;
  /** Per id of the text: its slot; 0: it stands for nothing. */
  readonly slots: Int32Array;
  /** Per slot: where its distinct tokens begin in `numbers`; they end where those of the next begin. */
  readonly begins: Int32Array;
  readonly numbers: Int32Array;
}

/** Windows are sorted by shares of the excerpt, each only when it is reached: mostly the first few are enough. */
const shares = 16;

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
): Iterable<CandidateWindow> {
  const { weights, times, slots, begins, numbers } = wantedTokens(excerpt, text);
  /** Per distinct token: how often the window has it or something alike. */
  const present = new Int32Array(weights.length);
  const { ids, count } = text;
  const size = passageTokens(excerpt.count);
  const stride = Math.ceil(size / 4);
  const byShare: CandidateWindow[][] = Array.from({ length: shares + 1 }, () => []);
  let gain = 0;
  let entered = from;
  let best = 0;
  let windowStart = from;
  for (let start = from; start < count; start += 1) {
    for (; entered < count && entered < start + size; entered += 1) {
      const slot = slots[ids[entered] ?? 0] ?? 0;
      if (slot === 0) continue;
      for (let at = begins[slot] ?? 0; at < (begins[slot + 1] ?? 0); at += 1) {
        const number = numbers[at] ?? 0;
        const there = (present[number] ?? 0) + 1;
        present[number] = there;
        if (there <= (times[number] ?? 0)) gain += weights[number] ?? 0;
      }
    }
    if (gain > best) best = gain;
    if (start + 1 === windowStart + stride || start === count - 1) {
      const end = Math.min(count, windowStart + stride + size);
      if (best > 0)
        byShare[Math.floor((best * shares) / excerpt.characters)]?.push({
          start: windowStart,
          end,
          gain: best,
        });
      best = 0;
      windowStart = start + 1;
    }
    const slot = slots[ids[start] ?? 0] ?? 0;
    if (slot === 0) continue;
    for (let at = begins[slot] ?? 0; at < (begins[slot + 1] ?? 0); at += 1) {
      const number = numbers[at] ?? 0;
      const there = present[number] ?? 0;
      if (there <= (times[number] ?? 0)) gain -= weights[number] ?? 0;
      present[number] = there - 1;
    }
  }
  return orderWindows(byShare);
}

function* orderWindows(byShare: readonly CandidateWindow[][]): Iterable<CandidateWindow> {
  for (const windows of byShare.toReversed())
    yield* windows.sort((left, right) => right.gain - left.gain || left.start - right.start);
}

function wantedTokens(excerpt: ExcerptTokens, text: TextTokens): WantedTokens {
  const slots = new Int32Array(text.vocabulary.length);
  const bySlot: number[][] = [[]];
  const wants = (id: number, wanted: number) => {
    const slot = slots[id] ?? 0;
    const known = bySlot[slot];
    if (slot === 0 || known === undefined) {
      slots[id] = bySlot.length;
      bySlot.push([wanted]);
    } else if (!known.includes(wanted)) known.push(wanted);
  };
  const wantedOf = new Map<string, number>();
  const weights: number[] = [];
  const times: number[] = [];
  for (const [at, word] of excerpt.words.entries()) {
    let wanted = wantedOf.get(word);
    if (wanted === undefined) {
      wanted = weights.length;
      weights.push(word.length);
      times.push(0);
      wantedOf.set(word, wanted);
      const id = excerpt.ids[at] ?? -1;
      if (id >= 0) wants(id, wanted);
      for (const alike of excerpt.alike[at]?.keys() ?? []) wants(alike, wanted);
      for (const head of headsOf(word, text)) wants(head, wanted);
    }
    times[wanted] = (times[wanted] ?? 0) + 1;
  }
  for (const [at, joinedHere] of excerpt.joined.entries()) {
    for (const { size, costs } of joinedHere) {
      for (const word of excerpt.words.slice(at - size + 1, at + 1)) {
        const wanted = wantedOf.get(word);
        for (const id of costs.keys()) if (wanted !== undefined) wants(id, wanted);
      }
    }
  }
  const begins = new Int32Array(bySlot.length + 1);
  for (const [slot, numbers] of bySlot.entries()) begins[slot + 1] = (begins[slot] ?? 0) + numbers.length;
  return {
    weights: Int32Array.from(weights),
    times: Int32Array.from(times),
    slots,
    begins,
    numbers: Int32Array.from(bySlot.flat()),
  };
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
