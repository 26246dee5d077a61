import { cutsOf } from "./cuts.ts";
import { find } from "./find.ts";
import type { MappedText } from "./mapped-text.ts";
import { splitsPair, splitsWord } from "./says-something.ts";

/** Where a folded excerpt stands in a folded text; not where it begins or ends inside one character of the original. */
export function findFolded({ text, starts }: MappedText, excerpt: string, from: number): number {
  const splitsCharacter = (at: number) => at > 0 && at < text.length && starts[at] === starts[at - 1];
  return findWhole(
    text,
    excerpt,
    from,
    (start) => !splitsCharacter(start) && !splitsCharacter(start + excerpt.length),
  );
}

/** Where an excerpt stands in a text as it is; not where it holds half a character. */
export function findVerbatim(text: string, excerpt: string): number {
  return findWhole(
    text,
    excerpt,
    0,
    (start) => !splitsPair(text, start) && !splitsPair(text, start + excerpt.length),
  );
}

/** The first place that `accepts` agrees to and that splits no word; where there is none, the first one that does. */
function findWhole(text: string, excerpt: string, from: number, accepts: (start: number) => boolean): number {
  const first = find(text, excerpt, from, accepts);
  const splits = (start: number) => {
    const end = start + excerpt.length;
    return splitsWord(text, start, end) || cutsOf(text, start, end).length > 0;
  };
  if (first < 0 || !splits(first)) return first;
  const whole = find(text, excerpt, first + 1, (start) => accepts(start) && !splits(start));
  return whole < 0 ? first : whole;
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
