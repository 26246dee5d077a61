import { cutsOf } from "./cuts.ts";
import { denialsBeside } from "./denials.ts";
import type { Difference } from "./excerpt-match.ts";
import { type MappedText, unitAround, unitFrom } from "./mapped-text.ts";
import { blockTag } from "./markup/html.ts";

/**
 * What stands right beside a passage and makes it say something else: the rest of a word or number, a word that denies.
 * It is looked for in the text as it is read: in `<b>5` nothing stands before the number, in `un**safe**` something does.
 */
export function besideOf(
  plain: MappedText,
  original: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Difference[] {
  const around = unitAround(plain, start);
  // A space that is read before a digit and does not stand there has the digit's place.
  const first = plain.text.charAt(around) === " " ? around + 1 : around;
  const to = unitFrom(plain, end);
  if (first >= to) return [];
  return [
    ...cutsOf(plain.text, first, to),
    ...[first, to + 1].flatMap((at) => splitNumberAt(plain, original, at)),
    ...denialsBeside(plain, original, first, to),
  ];
}

/** A number that markup parts before a unit of a text, as `<b>1</b>5`: it is read with a space that does not stand there. */
function splitNumberAt(
  { text, starts, ends }: MappedText,
  original: string,
  at: number,
): readonly Difference[] {
  const said = text.slice(Math.max(0, at - 2), at + 1);
  if (!/^\d \d$/.test(said)) return [];
  const gap = original.slice(ends[at - 2], starts[at]);
  if (blockTag.test(gap) || /[\s|]/.test(gap.replace(/<[^<>]*>/g, ""))) return [];
  return [{ quoted: said.slice(-1), said, changes: "number" }];
}
