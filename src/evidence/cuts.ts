import { classOf } from "./character-class.ts";
import type { Difference } from "./excerpt-match.ts";
import { endOfNumber, startOfNumber } from "./half-numbers.ts";

const digit = /^\p{Nd}$/u;
/** What these scripts write before a word, as "and" and "the", belongs to it in writing only. */
const withPrefixes = /^[\p{Script=Arabic}\p{Script=Hebrew}]$/u;
/** Emphasis of a part of a word; also what ties the parts of a name in code. */
const emphasis = /[*_]/;
/** A word that denies what a hyphen ties to it; the line may end behind the hyphen. */
const denyingPrefix = /(?<!\p{L})(?:non?|un|not|anti|dis|nicht|kein|sans|ohne|не|без)- ?$/iu;
const longestPrefix = 8;
/** Of a word longer than this a cut shows no more. */
const longestShown = 40;

/**
 * The word or number that a passage begins or ends in the middle of, where that makes another one: `5 mg` of `15 mg`,
 * `effective` of `ineffective` or `non-effective`, `BCL2` of `BCL2L1`, `5` of `<5`, `$5` or `5%`, `ready` of `!ready`. The end of a
 * word may be missing: it only bends the word.
 */
export function cutsOf(text: string, start: number, end: number): readonly Difference[] {
  const head = startOfCut(text, start);
  const tail = endOfCut(text, end);
  const differences: Difference[] = [];
  if (head < start) {
    const to = wordEnd(text, start);
    differences.push(describeCut(text.slice(start, Math.min(to, end)), text.slice(head, to)));
  }
  if (tail > end) {
    const from = wordStart(text, end);
    differences.push(describeCut(text.slice(Math.max(from, start), end), text.slice(from, tail)));
  }
  return differences;
}

function describeCut(quoted: string, said: string): Difference {
  const changes = /\p{Nd}/u.test(said) ? "number" : /^[!¬]/.test(said) ? "sign" : "word";
  return { quoted, said, changes };
}

function startOfCut(text: string, start: number): number {
  if (start === 0) return start;
  const [outer, inner] = [skip(text, start, -1), skip(text, start, 1)];
  const first = text.charAt(inner);
  if (isWord(text, inner) && isWord(text, outer - 1))
    return withPrefixes.test(first) ? start : wordStart(text, outer);
  const hyphen = inner + (first === "-" ? 1 : 0);
  const prefix = denyingPrefix.exec(text.slice(Math.max(0, hyphen - longestPrefix), hyphen));
  if (prefix !== null && isWord(text, hyphen)) return hyphen - prefix[0].length;
  const before = text.charAt(start - 1);
  if (
    before === "¬" ||
    (before === "!" && isWord(text, start) && /[\s(&|!=-]|^$/.test(text.charAt(start - 2)))
  )
    return start - 1;
  return digit.test(first) ? startOfNumber(text, start) : start;
}

function endOfCut(text: string, end: number): number {
  const [outer, inner] = [skip(text, end, 1), skip(text, end, -1)];
  const last = text.charAt(inner - 1);
  if (isWord(text, outer) && isWord(text, inner - 1))
    return digit.test(last) || digit.test(text.charAt(outer)) ? wordEnd(text, outer) : end;
  return digit.test(last) ? endOfNumber(text, end) : end;
}

/** The place behind the signs of emphasis that stand at a place, in one direction or the other. */
function skip(text: string, at: number, step: 1 | -1): number {
  let place = at;
  while (emphasis.test(text.charAt(step > 0 ? place : place - 1)) && Math.abs(place - at) < longestShown)
    place += step;
  return place;
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
