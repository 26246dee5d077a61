import { isDigit } from "./character-class.ts";

/** What no likeness costs: the two tokens are different words. */
export const unalike = Number.POSITIVE_INFINITY;

const shortestSubstituted = 4;
const charactersPerEdit = 10;

/** The most edits that may lead from a word to one alike, if that is no longer. */
export function editsIn(word: string): number {
  return Math.max(1, Math.floor(word.length / charactersPerEdit));
}

/**
 * What it costs to read one token as the other, in characters; {@link unalike} where they are different words.
 *
 * - equal: 0;
 * - equal apart from case: the number of differing characters;
 * - one character inserted or left out, or two neighbours exchanged: 1;
 * - one character substituted, from 4 characters on: 1;
 * - but a digit put in the place of another, or put into a number: another number, and so another word;
 * - more edits in long tokens: their number, up to one per 10 characters (Damerau's distance, without edits inside an
 *   exchange).
 */
export function alikeCost(left: string, right: string): number {
  const slip = slipCost(left, right);
  if (slip <= 1) return slip;
  const allowed = editsIn(left.length > right.length ? left : right);
  if (allowed === 1 || Math.abs(left.length - right.length) > allowed) return slip;
  return Math.min(slip, boundedDistance(left, right, allowed));
}

/** What `alikeCost` says where the words differ by one edit or by case only; {@link unalike} where by more. */
export function slipCost(left: string, right: string): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > 1) return unalike;
  if (isOneEdit(left, right)) return 1;
  return left.length === right.length ? caseCost(left, right) : unalike;
}

function isOneEdit(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  const [head, tail] = sameEnds(short, long);
  const rest = short.length - head - tail;
  if (long.length > short.length) return rest === 0 && !continuesNumber(long, head);
  if (rest === 1) {
    const isNumber = isDigit(short.charCodeAt(head)) || isDigit(long.charCodeAt(head));
    return short.length >= shortestSubstituted && !isNumber;
  }
  return (
    rest === 2 &&
    short.charCodeAt(head) === long.charCodeAt(head + 1) &&
    short.charCodeAt(head + 1) === long.charCodeAt(head)
  );
}

/** Whether the character is a digit beside another one: without it the number would be another. */
function continuesNumber(word: string, at: number): boolean {
  if (!isDigit(word.charCodeAt(at))) return false;
  return isDigit(word.charCodeAt(at - 1)) || isDigit(word.charCodeAt(at + 1));
}

/** How many characters two words begin and end with in common. */
function sameEnds(short: string, long: string): readonly [head: number, tail: number] {
  const size = short.length;
  const gap = long.length - size;
  let head = 0;
  while (head < size && short.charCodeAt(head) === long.charCodeAt(head)) head += 1;
  let at = size - 1;
  while (at >= head && short.charCodeAt(at) === long.charCodeAt(at + gap)) at -= 1;
  return [head, size - 1 - at];
}

function caseCost(left: string, right: string): number {
  if (left.toLowerCase() !== right.toLowerCase()) return unalike;
  let differing = 0;
  for (let at = 0; at < left.length; at += 1) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) differing += 1;
  }
  return differing;
}

/** The distance of optimal string alignment, or {@link unalike} where it is above `limit`. */
function boundedDistance(first: string, second: string, limit: number): number {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const [head, tail] = sameEnds(short, long);
  const left = short.slice(head, short.length - tail);
  const right = long.slice(head, long.length - tail);
  const width = right.length + 1;
  const above = limit + 1;
  let beforeLast = new Int32Array(width).fill(above);
  let last = Int32Array.from({ length: width }, (_, at) => at);
  let row = new Int32Array(width);
  for (let i = 1; i <= left.length; i += 1) {
    row.fill(above);
    if (i <= limit) row[0] = i;
    let least = row[0] ?? above;
    for (let j = Math.max(1, i - limit); j <= Math.min(right.length, i + limit); j += 1) {
      const same = left.charCodeAt(i - 1) === right.charCodeAt(j - 1);
      let cost = Math.min(
        (last[j - 1] ?? above) + (same ? 0 : 1),
        (last[j] ?? above) + 1,
        (row[j - 1] ?? above) + 1,
      );
      const exchanged =
        i > 1 &&
        j > 1 &&
        left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
        left.charCodeAt(i - 2) === right.charCodeAt(j - 1);
      if (exchanged) cost = Math.min(cost, (beforeLast[j - 2] ?? above) + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > limit) return unalike;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  const distance = last[right.length] ?? above;
  return distance > limit ? unalike : distance;
}
