import { cutsOf } from "./cuts.ts";
import { denialsBeside } from "./denials.ts";
import type { Difference } from "./excerpt-match.ts";
import type { FoldedText } from "./fold.ts";
import { isLabelled } from "./half-numbers.ts";
import { type MappedText, unitAround, unitFrom } from "./mapped-text.ts";
import { blockTag } from "./markup/html.ts";

/** What goes before the last three digits of a number whose thousands are parted by spaces. */
const thousands = /(?<!\d)\d{1,3} $/;
const lastThousand = /^\d{3}(?!\d)/;
const thousandsAt = 5;
const minus = /^(?:\u2212|&(?:minus|#8722|#x2212);)/i;
/** Of a number longer than this no more is shown. */
const nearby = 24;
/** Marks of quotations within quotations that are looked at. */
const longestMarks = 16;

/**
 * What stands right beside a passage and makes it say something else: the rest of a word or number, a word that denies.
 * It is looked for in the text as it is read: in `<b>5` nothing stands before the number, in `un**safe**` something does.
 */
export function besideOf(
  { plain, isAside }: FoldedText,
  original: string,
  { start, end }: { readonly start: number; readonly end: number },
): readonly Difference[] {
  const around = unitAround(plain, start);
  // A space that is read before a digit and does not stand there has the digit's place.
  const first = plain.text.charAt(around) === " " ? around + 1 : around;
  const to = unitFrom(plain, end);
  if (first >= to) return [];
  return [
    ...cutsOf(plain.text, first, to).filter(
      ({ said }) => !(said.startsWith("> ") && opensLine(original, start)),
    ),
    ...[first, to + 1].flatMap((at) =>
      isAside(plain.starts[at] ?? 0) ? [] : splitNumberAt(plain, original, at),
    ),
    ...spacedMinus(plain, original, first),
    ...denialsBeside(plain, original, first, to),
  ];
}

/** Whether nothing stands before a place in its line but marks of a quotation. */
function opensLine(original: string, place: number): boolean {
  const before = original.slice(Math.max(0, place - longestMarks), place);
  return /\n[ \t>]*$/.test(place < longestMarks ? `\n${before}` : before);
}

/**
 * A number that goes on beyond the space before a unit of a text: markup parts it, as in `<b>1</b>5`, where no space
 * stands, or the space parts its thousands.
 */
function splitNumberAt(
  { text, starts, ends }: MappedText,
  original: string,
  at: number,
): readonly Difference[] {
  if (!/^\d \d$/.test(text.slice(Math.max(0, at - 2), at + 1))) return [];
  const gap = original.slice(ends[at - 2], starts[at]);
  if (blockTag.test(gap) || /[\n|]/.test(gap)) return [];
  const [before, behind] = [text.slice(Math.max(0, at - thousandsAt), at), text.slice(at, at + thousandsAt)];
  const leading = thousands.exec(before)?.[0].length;
  const isThousands = leading !== undefined && lastThousand.test(behind) && !isLabelled(text, at - leading);
  if (/\s|&/.test(gap.replace(/<[^<>]*>/g, "")) && !isThousands) return [];
  const quoted = /^\d+/.exec(behind)?.[0] ?? "";
  return [{ quoted, said: `${/\d+ $/.exec(before)?.[0] ?? ""}${quoted}`, changes: "number" }];
}

/** A minus that a space parts from its number; of a hyphen there nobody knows what it is. */
function spacedMinus({ text, starts }: MappedText, original: string, at: number): readonly Difference[] {
  if (!/^- \d/.test(text.slice(at - 2, at + 1))) return [];
  if (!minus.test(original.slice(starts[at - 2], starts[at]))) return [];
  const quoted = /^\d+/.exec(text.slice(at, at + nearby))?.[0] ?? "";
  return [{ quoted, said: `- ${quoted}`, changes: "number" }];
}
