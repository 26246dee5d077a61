import { type CodePointRange, complement, type SetItem, type UnicodeClass } from "./syntax.ts";

const asciiRanges: Readonly<Record<UnicodeClass["class"], readonly CodePointRange[]>> = {
  digit: [{ from: 0x30, to: 0x39 }],
  space: [
    { from: 0x09, to: 0x0d },
    { from: 0x20, to: 0x20 },
  ],
  word: [
    { from: 0x30, to: 0x39 },
    { from: 0x41, to: 0x5a },
    { from: 0x5f, to: 0x5f },
    { from: 0x61, to: 0x7a },
  ],
};

/** The ranges of Unicode white space, as Python's `\s` has them. */
export const spaceRanges: readonly CodePointRange[] = [
  ...asciiRanges.space,
  { from: 0x1c, to: 0x1f },
  { from: 0x85, to: 0x85 },
  { from: 0xa0, to: 0xa0 },
  { from: 0x1680, to: 0x1680 },
  { from: 0x2000, to: 0x200a },
  { from: 0x2028, to: 0x2029 },
  { from: 0x202f, to: 0x202f },
  { from: 0x205f, to: 0x205f },
  { from: 0x3000, to: 0x3000 },
];

const classLetters: ReadonlyMap<string, UnicodeClass["class"]> = new Map([
  ["d", "digit"],
  ["s", "space"],
  ["w", "word"],
]);

/** What `\d`, `\S` and their like stand for; undefined for another letter. */
export function classItems(letter: string, ascii: boolean): readonly SetItem[] | undefined {
  const name = classLetters.get(letter.toLowerCase());
  if (name === undefined) return undefined;
  const negated = letter !== letter.toLowerCase();
  if (!ascii) return [{ class: name, negated }];
  return negated ? complement(asciiRanges[name]) : asciiRanges[name];
}

const CASE_DISTANCE = 0x20;

/** The items with the other case of every ASCII letter in them: `IGNORECASE` together with `ASCII`. */
export function withAsciiCases(items: readonly SetItem[]): readonly SetItem[] {
  return items.flatMap((item): readonly SetItem[] => {
    if ("class" in item) return [item];
    return [item, ...overlap(item, 0x41, 0x5a, CASE_DISTANCE), ...overlap(item, 0x61, 0x7a, -CASE_DISTANCE)];
  });
}

function overlap(range: CodePointRange, first: number, last: number, shift: number): CodePointRange[] {
  const from = Math.max(range.from, first);
  const to = Math.min(range.to, last);
  return from > to ? [] : [{ from: from + shift, to: to + shift }];
}
