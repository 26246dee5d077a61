import type { Difference } from "./excerpt-match.ts";

const shortestPart = 12;
const fewestWords = 3;

const ellipses = /[[(] ?(?:\.{3,4}|\. \. \.) ?[\])]|\.{3,}|\. \. \./g;
const leadingEllipsis = /^(?:[[(] ?(?:\.{3,4}|\. \. \.) ?[\])]|\.{3}|\. \. \.) ?/;
/** Looked for in the last few characters only: a search for the end of a text is quadratic in what it repeats. */
const trailingEllipsis = / ?(?:[[(] ?(?:\.{3,4}|\. \. \.) ?[\])]|\. \. \.|\.{3})$/;
const longestEllipsis = 12;
/** Marks and ellipses may stand around each other; more than this nobody writes. */
const mostFrames = 4;
const meaningful = /[\p{L}\p{N}]/u;

/** Where one part stands, in units of the folded text. */
export interface LocatedPart {
  readonly similarity: number;
  readonly start: number;
  readonly end: number;
  readonly differences: readonly Difference[];
}

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

/** The parts of a folded excerpt between its ellipses (`...`, also in brackets); parts without a word are left out. */
export function partsOf(excerpt: string): readonly string[] {
  return excerpt
    .split(ellipses)
    .map((part) => part.trim())
    .filter((part) => meaningful.test(part));
}

/**
 * Finds parts one after the other. A part with less than three words and less than 12 characters stands everywhere
 * and is no evidence, so it counts as not found.
 *
 * similarity = Σ length · similarity of the part ⁄ Σ length; from the first part's start to the last one's end.
 */
export function locateParts(
  parts: readonly string[],
  locate: (part: string, from: number) => LocatedPart | null,
): LocatedPart | null {
  const differences: Difference[] = [];
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  let found = 0;
  let start = -1;
  let end = 0;
  for (const part of parts) {
    const saysEnough = part.length >= shortestPart || part.split(" ").length >= fewestWords;
    const located = saysEnough ? locate(part, end) : null;
    if (located === null) {
      differences.push({ quoted: part, said: "", changes: "word" });
      continue;
    }
    differences.push(...located.differences);
    found += part.length * located.similarity;
    if (start < 0) start = located.start;
    end = located.end;
  }
  return start < 0 ? null : { similarity: found / total, start, end, differences };
}
