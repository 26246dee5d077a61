import type { Difference } from "./excerpt-match.ts";
import type { Located } from "./located.ts";
import { denialIn } from "./negations.ts";
import { saysEnough, weightOf } from "./parts.ts";

/** A part that is there to less than this says nothing about where the next one has to follow. */
const leastOfPart = 0.5;
/** A part of a word or two counts beside another one only: so many units of the text may stand between them. */
const nearby = 300;
/** The least that a quotation of short parts says together, in letters. */
const enoughTogether = 16;
/** Places of the first short part that are tried. */
const mostPlaces = 50;

/** How parts are looked for in a text. */
interface PartFinder {
  /** The nearest passage at or after a place of the original text. */
  readonly nearest: (part: string, from: number) => Located | null;
  /** The first or the last place between two of the original text where a part stands word for word. */
  readonly verbatim: (part: string, range: Range) => Located | null;
  /** What the text says between two places, folded. */
  readonly between: (start: number, end: number) => string;
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly last?: boolean;
}

const sentenceEnd =
  /[.!?](?:["')\]]* |$)|[.!?](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|\n/u;
const clauseEnds = /[,;:()]| - /;

/**
 * Finds parts one after the other; from the first one's start to the last one's end.
 *
 * similarity = Σ weight · similarity of the part ⁄ Σ weight. A part of a word or two stands everywhere: it counts only
 * where it stands beside another part.
 */
export function locateParts(parts: readonly string[], finder: PartFinder): Located | null {
  const found = parts.some(saysEnough) ? locateAnchored(parts, finder) : locateShort(parts, finder);
  const places = found.filter((place) => place !== null);
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return null;
  const total = parts.reduce((sum, part) => sum + weightOf(part), 0);
  const held = parts.reduce((sum, part, at) => sum + weightOf(part) * (found[at]?.similarity ?? 0), 0);
  return {
    similarity: held / total,
    start: first.start,
    end: last.end,
    differences: differencesOf(parts, found, finder),
  };
}

/** The parts that say enough in order, each as near to the next as it stands; then the short ones beside them. */
function locateAnchored(parts: readonly string[], finder: PartFinder): readonly (Located | null)[] {
  const found: (Located | null)[] = parts.map(() => null);
  let from = 0;
  for (const [at, part] of parts.entries()) {
    if (!saysEnough(part)) continue;
    const located = finder.nearest(part, from);
    if (located === null || located.similarity < leastOfPart) continue;
    found[at] = located;
    from = located.end;
  }
  let next: Located | null = null;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    const located = found[at] ?? null;
    if (located === null) continue;
    const nearer: Located | null =
      next === null || located.differences.length > 0
        ? null
        : finder.verbatim(parts[at] ?? "", { from: located.end, to: next.start, last: true });
    next = nearer ?? located;
    found[at] = next;
  }
  for (const [at, part] of parts.entries()) {
    if (found[at] !== null || saysEnough(part)) continue;
    const before = found[at - 1];
    const after = found.slice(at + 1).find((place) => place !== null);
    if (before) {
      const to = Math.min(before.end + nearby, after?.start ?? Number.POSITIVE_INFINITY);
      found[at] = finder.verbatim(part, { from: before.end, to });
    } else if (after)
      found[at] = finder.verbatim(part, { from: after.start - nearby, to: after.start, last: true });
  }
  return found;
}

/** Parts that say little each: there where they follow each other within one sentence and say enough together. */
function locateShort(parts: readonly string[], finder: PartFinder): readonly (Located | null)[] {
  const none = parts.map(() => null);
  const [head = "", ...others] = parts;
  if (parts.reduce((sum, part) => sum + weightOf(part), 0) < enoughTogether) return none;
  let from = 0;
  for (let tried = 0; tried < mostPlaces; tried += 1) {
    const first = finder.verbatim(head, { from, to: Number.POSITIVE_INFINITY });
    if (first === null) return none;
    const found = [first];
    for (const part of others) {
      const last = found.at(-1) ?? first;
      const next = finder.verbatim(part, { from: last.end, to: last.end + nearby });
      if (next === null || sentenceEnd.test(finder.between(last.end, next.start))) break;
      found.push(next);
    }
    if (found.length === parts.length) return found;
    from = first.end;
  }
  return none;
}

function differencesOf(
  parts: readonly string[],
  found: readonly (Located | null)[],
  { between }: PartFinder,
): readonly Difference[] {
  const differences: Difference[] = [];
  let before: Located | null = null;
  for (const [at, part] of parts.entries()) {
    const located = found[at] ?? null;
    if (located === null) {
      differences.push({ quoted: part, said: "", changes: "word" });
      continue;
    }
    const denial = before === null ? null : deniedIn(between(before.end, located.start));
    if (denial !== null) differences.push({ quoted: "", said: denial, changes: "negation" });
    differences.push(...located.differences);
    before = located;
  }
  return differences;
}

/**
 * What an ellipsis leaves out of one clause that denies it, if anything: "does […] extend" is not what "does not extend" says.
 * What stands in a clause or a sentence of its own may be left out.
 */
function deniedIn(gap: string): string | null {
  if (sentenceEnd.test(gap)) return null;
  const clauses = gap.split(clauseEnds);
  return denialIn(clauses[0] ?? "") ?? (clauses.length > 1 ? denialIn(clauses.at(-1) ?? "") : null);
}
