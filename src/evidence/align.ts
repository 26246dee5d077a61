import { alikeCost, editsIn, unalike } from "./alike.ts";
import type { ExcerptTokens } from "./excerpt-tokens.ts";
import { isWordToken, type TextTokens } from "./text-tokens.ts";

/** Where in a text an excerpt aligns best, and what it costs in characters. */
export interface Passage {
  readonly cost: number;
  /** The first token that is there in both; -1 where there is none. */
  readonly first: number;
  /** The token after the last one that is there in both. */
  readonly end: number;
}

interface AlignmentWindow {
  readonly from: number;
  readonly to: number;
  readonly mostCost: number;
  /** Takes the `pathStep` of each cell: rows of `to - from + 1` cells, one more than the excerpt has tokens. */
  readonly path?: Uint8Array;
}

interface Row {
  readonly costs: Int32Array;
  readonly firsts: Int32Array;
  readonly ends: Int32Array;
  /** The first and the last column that cost no more than is asked for; `low` lies above `high` where there is none. */
  low: number;
  high: number;
}

/** How a cell of the alignment was reached. */
export const pathStep = {
  /** The two tokens stand for each other. */
  paired: 1,
  /** The text lacks the token of the excerpt. */
  missing: 2,
  /** The excerpt lacks the token of the text. */
  inserted: 3,
  /** Two or three tokens of the excerpt are one word of the text. */
  joinedTwo: 4,
  joinedThree: 5,
  /** One token of the excerpt is two or three words of the text. */
  apartTwo: 6,
  apartThree: 7,
} as const;

/** Rows a step looks back on: itself and three before it, for three tokens of the excerpt written as one word. */
const rowCount = 4;
/** The cost of a column that is left out; no sum of costs overflows it. */
const tooMuch = 1 << 29;

/**
 * Aligns a whole excerpt with a part of the tokens from `from` to `to`; of equally cheap passages the earliest. Null
 * where every passage costs more than `mostCost`. Costs only grow along an alignment, so columns that exceed it are left
 * out (Ukkonen 1985): a small `mostCost` saves most of the work.
 *
 * Semi-global alignment (Sellers 1980): start and end in the text are free; else a token of the excerpt that the text
 * lacks and a token of the passage that the excerpt lacks cost their characters, another token in its place the
 * characters of the longer one, an alike token what `alikeCost` says, and one word written as two or three (or the
 * other way round) its edits, at least 1.
 */
export function align(
  excerpt: ExcerptTokens,
  text: TextTokens,
  { from, to, mostCost, path }: AlignmentWindow,
): Passage | null {
  const width = to - from + 1;
  const rows = Array.from({ length: rowCount }, () => newRow(width));
  const rowAt = (i: number): Row => rows[(i + rowCount) % rowCount] ?? newRow(width);
  rowAt(0).low = 0;
  rowAt(0).high = width - 1;
  const ids = text.ids.subarray(from, to);
  const before = text.charactersBefore.subarray(from, to + 1);
  for (let i = 1; i <= excerpt.count; i += 1) {
    const row = rowAt(i);
    const { costs, firsts, ends } = row;
    const above = rowAt(i - 1);
    const twoAbove = rowAt(i - 2);
    const threeAbove = rowAt(i - 3);
    const word = excerpt.words[i - 1] ?? "";
    const weight = word.length;
    const id = excerpt.ids[i - 1] ?? -1;
    const alike = excerpt.alike[i - 1];
    const joined = excerpt.joined[i - 1] ?? [];
    // What stands apart in the text can be no shorter than this to read like the word, and no longer.
    const slack = weight > 1 && isWordToken(word) ? editsIn(word) : -1;
    costs.fill(tooMuch);
    costs[0] = (above.costs[0] ?? 0) + weight;
    if (path !== undefined) path[i * width] = pathStep.missing;
    firsts[0] = -1;
    row.low = 0;
    row.high = costs[0] <= mostCost ? 0 : -1;
    const start = Math.min(above.low, twoAbove.low, threeAbove.low);
    const stop = Math.max(above.high + 3, twoAbove.high + 1, threeAbove.high + 1);
    for (let j = start > 1 ? start : 1; j < width && (j <= stop || j === row.high + 1); j += 1) {
      const textId = ids[j - 1] ?? 0;
      const length = (before[j] ?? 0) - (before[j - 1] ?? 0);
      const reading = textId === id ? 0 : alike?.get(textId);
      let source = above;
      let column = j - 1;
      let matched = reading === undefined ? 0 : 1;
      let step: number = pathStep.paired;
      let cost = (above.costs[j - 1] ?? 0) + (reading ?? (weight > length ? weight : length));
      const missing = (above.costs[j] ?? 0) + weight;
      if (missing < cost) {
        cost = missing;
        column = j;
        matched = 0;
        step = pathStep.missing;
      }
      const inserted = (costs[j - 1] ?? 0) + length;
      if (inserted < cost) {
        cost = inserted;
        source = row;
        column = j - 1;
        matched = 0;
        step = pathStep.inserted;
      }
      if (reading !== 0) {
        for (const { size, costs: joinCosts } of joined) {
          const earlier = rowAt(i - size);
          const together = (earlier.costs[j - 1] ?? 0) + (joinCosts.get(textId) ?? unalike);
          if (together < cost) {
            cost = together;
            source = earlier;
            column = j - 1;
            matched = 1;
            step = size === 2 ? pathStep.joinedTwo : pathStep.joinedThree;
          }
        }
        for (let size = 2; length < weight + slack && size <= 3 && size <= j; size += 1) {
          const difference = (before[j] ?? 0) - (before[j - size] ?? 0) - weight;
          if (difference > slack || -difference > slack) continue;
          const apart = (above.costs[j - size] ?? 0) + joinCost(word, text, from + j - size, size);
          if (apart < cost) {
            cost = apart;
            source = above;
            column = j - size;
            matched = size;
            step = size === 2 ? pathStep.apartTwo : pathStep.apartThree;
          }
        }
      }
      const first = source.firsts[column] ?? -1;
      costs[j] = cost;
      if (path !== undefined) path[i * width + j] = step;
      firsts[j] = first < 0 && matched > 0 ? from + j - matched : first;
      ends[j] = matched > 0 ? from + j : (source.ends[column] ?? 0);
      if (cost > mostCost) continue;
      if (row.high < 0) row.low = j;
      row.high = j;
    }
    if (row.high < 0) row.low = width;
    // A step goes up three rows at most, so what three rows exceed no later one goes below.
    if (row.high < 0 && above.high < 0 && twoAbove.high < 0) return null;
  }
  const best = cheapest(rowAt(excerpt.count));
  return best.cost > mostCost ? null : best;
}

/** What reading the `size` tokens from `first` on as one word costs. */
function joinCost(word: string, text: TextTokens, first: number, size: number): number {
  const token = (at: number) => text.vocabulary[text.ids[first + at] ?? 0] ?? "";
  const head = token(0);
  const tail = token(size - 1);
  const sameHead = head.charCodeAt(0) === word.charCodeAt(0);
  if (!sameHead && tail.charCodeAt(tail.length - 1) !== word.charCodeAt(word.length - 1)) return unalike;
  if (!isWordToken(head) || !isWordToken(tail)) return unalike;
  const isParted = text.charactersBefore[first + 1] === text.charactersBefore[first + 2];
  return Math.max(1, alikeCost(word, size === 2 || isParted ? head + tail : head + token(1) + tail));
}

function cheapest(row: Row): Passage {
  let at = 0;
  for (let j = 1; j < row.costs.length; j += 1) {
    if ((row.costs[j] ?? 0) < (row.costs[at] ?? 0)) at = j;
  }
  return { cost: row.costs[at] ?? 0, first: row.firsts[at] ?? -1, end: row.ends[at] ?? 0 };
}

function newRow(width: number): Row {
  return {
    costs: new Int32Array(width),
    firsts: new Int32Array(width).fill(-1),
    ends: new Int32Array(width),
    low: width,
    high: -1,
  };
}
