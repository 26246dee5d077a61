import { find } from "./find.ts";
import type { MappedText } from "./mapped-text.ts";
import { splitsPair, splitsWord } from "./says-something.ts";

/** Says of the place of an excerpt in a text, end excluded, whether it has some quality. */
export type PlaceTest = (start: number, end: number) => boolean;

/**
 * Where a folded excerpt stands in a folded text; not where it begins or ends inside one character of the original.
 *
 * @param isWhole whether a place can do without its neighbours; one where it can goes before others
 */
export function findFolded(
  { text, starts }: MappedText,
  excerpt: string,
  from: number,
  isWhole: PlaceTest,
): number {
  const splitsCharacter = (at: number) => at > 0 && at < text.length && starts[at] === starts[at - 1];
  const accepts: PlaceTest = (start, end) => !splitsCharacter(start) && !splitsCharacter(end);
  return findWhole({ text, excerpt, from, accepts, isWhole });
}

/** Where an excerpt stands in a text as it is and is said; not where it holds half a character. */
export function findVerbatim(text: string, excerpt: string, isSaid: PlaceTest, isWhole: PlaceTest): number {
  const accepts: PlaceTest = (start, end) =>
    !splitsPair(text, start) && !splitsPair(text, end) && isSaid(start, end);
  return findWhole({ text, excerpt, from: 0, accepts, isWhole });
}

/** The first place that `accepts` agrees to, that splits no word and is whole; where there is none, the first one that it agrees to. */
function findWhole({
  text,
  excerpt,
  from,
  accepts,
  isWhole,
}: {
  readonly text: string;
  readonly excerpt: string;
  readonly from: number;
  readonly accepts: PlaceTest;
  readonly isWhole: PlaceTest;
}): number {
  const length = excerpt.length;
  const agrees = (start: number) => accepts(start, start + length);
  const isBest = (start: number) =>
    !splitsWord(text, start, start + length) && isWhole(start, start + length);
  const first = find(text, excerpt, from, agrees);
  if (first < 0 || isBest(first)) return first;
  const best = find(text, excerpt, first + 1, (start) => agrees(start) && isBest(start));
  return best < 0 ? first : best;
}

/** The last place before `before` where an excerpt ends and splits no word; -1 where there is none. */
export function findLast({ text }: MappedText, excerpt: string, before: number): number {
  let at = text.lastIndexOf(excerpt, before - excerpt.length);
  for (let tried = 0; at >= 0 && tried < mostTried; tried += 1) {
    if (!splitsWord(text, at, at + excerpt.length)) return at;
    at = at === 0 ? -1 : text.lastIndexOf(excerpt, at - 1);
  }
  return -1;
}

const mostTried = 100;
