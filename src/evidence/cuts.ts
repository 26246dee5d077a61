import { classOf } from "./character-class.ts";
import type { Difference } from "./excerpt-match.ts";
import { signBearsMeaning } from "./signs.ts";

const digit = /^\p{Nd}$/u;
/** What these scripts write before a word, as "and" and "the", belongs to it in writing only. */
const withPrefixes = /^[\p{Script=Arabic}\p{Script=Hebrew}]$/u;
/** Signs that say of a number right behind them how it is meant. */
const attached = /[<>=~≈±]/;
/** Of a word longer than this a cut shows no more. */
const longestShown = 40;

/**
 * The word or number that a passage begins or ends in the middle of, where that makes another one: `5 mg` of `15 mg`,
 * `effective` of `ineffective`, `BCL2` of `BCL2L1`, `5 %` of `<5 %`. The end of a word may be missing: it only bends the word.
 */
export function cutsOf(text: string, start: number, end: number): readonly Difference[] {
  const head = startOfCut(text, start);
  const tail = endOfCut(text, end);
  const differences: Difference[] = [];
  if (head < start) {
    const to = wordEnd(text, start);
    differences.push(cut(text.slice(start, Math.min(to, end)), text.slice(head, to)));
  }
  if (tail > end) {
    const from = wordStart(text, end);
    differences.push(cut(text.slice(Math.max(from, start), end), text.slice(from, tail)));
  }
  return differences;
}

function cut(quoted: string, said: string): Difference {
  return { quoted, said, changes: /\p{Nd}/u.test(said) ? "number" : "word" };
}

function startOfCut(text: string, start: number): number {
  if (start === 0) return start;
  const first = text.charAt(start);
  if (isWord(text, start) && isWord(text, start - 1)) {
    return withPrefixes.test(first) ? start : wordStart(text, start);
  }
  if (!digit.test(first)) return start;
  const before = text.charAt(start - 1);
  if (/[.,]/.test(before) && digit.test(text.charAt(start - 2))) return wordStart(text, start - 1);
  if (before === "-") {
    const isMinus =
      !digit.test(text.charAt(start - 2)) && signBearsMeaning({ text, start: start - 1, end: start });
    return isMinus ? start - 1 : start;
  }
  return attached.test(before) ? start - 1 : start;
}

function endOfCut(text: string, end: number): number {
  const last = text.charAt(end - 1);
  const next = text.charAt(end);
  if (isWord(text, end) && isWord(text, end - 1))
    return digit.test(last) || digit.test(next) ? wordEnd(text, end) : end;
  const goesOn = digit.test(last) && /[.,^]/.test(next) && digit.test(text.charAt(end + 1));
  return goesOn ? wordEnd(text, end + 1) : end;
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < longestShown && isWord(text, start - 1)) start -= 1;
  return start;
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && end - at < longestShown && isWord(text, end)) end += 1;
  return end;
}

function isWord(text: string, at: number): boolean {
  return at >= 0 && at < text.length && classOf(text.codePointAt(at) ?? 0) === "word";
}
