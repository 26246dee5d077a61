const ellipses = /[[(] ?(?:\.{3,6}|\. \. \.) ?[\])]|\.{3,}|\. \. \./g;
const leadingEllipsis = /^(?:[[(] ?(?:\.{3,6}|\. \. \.) ?[\])]|\.{6}|\.{3}|\. \. \.) ?/;
/** Looked for in the last few characters only: a search for the end of a text is quadratic in what it repeats. */
const trailingEllipsis = / ?(?:[[(] ?(?:\.{3,6}|\. \. \.) ?[\])]|\. \. \.|\.{6}|\.{3})$/;
const longestEllipsis = 14;
/** Marks and ellipses may stand around each other; more than this nobody writes. */
const mostFrames = 4;
/** A quotation of more parts is none. */
const mostParts = 24;
const meaningful = /[\p{L}\p{N}]/u;

const enoughToSay = 12;
const enoughWords = 3;
const dense = /[\p{Script=Han}]/gu;
const syllables = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** A folded excerpt without the quotation marks and ellipses around it. */
export function withoutFrame(excerpt: string): string {
  let inner = excerpt;
  for (let round = 0; round < mostFrames; round += 1) {
    const quote = inner.charAt(0);
    if (inner.length > 1 && (quote === '"' || quote === "'") && inner.endsWith(quote))
      inner = inner.slice(1, -1).trim();
    inner = inner.replace(leadingEllipsis, "");
    const tail = inner.slice(-longestEllipsis);
    inner = inner.slice(0, inner.length - tail.length) + tail.replace(trailingEllipsis, "");
  }
  return inner;
}

/**
 * The parts of a folded excerpt between its ellipses (`...`, also in brackets); parts without a word are left out. One
 * part, the whole excerpt, where there are too many.
 */
export function partsOf(excerpt: string): readonly string[] {
  const parts = excerpt.split(ellipses, mostParts + 1);
  if (parts.length > mostParts) return [excerpt];
  return parts.map((part) => part.trim()).filter((part) => meaningful.test(part));
}

/**
 * Whether a part says enough to be found by itself: three words, or what 12 letters say. A character of Chinese says
 * what three letters do, a syllable of Japanese or Korean what two do.
 */
export function saysEnough(part: string): boolean {
  return weightOf(part) >= enoughToSay || part.split(" ").length >= enoughWords;
}

/** How much parts say, in letters. */
export function weightOf(part: string): number {
  return part.length + 2 * (part.match(dense)?.length ?? 0) + (part.match(syllables)?.length ?? 0);
}
