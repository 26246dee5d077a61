import { alignExcerpt } from "./align-excerpt.ts";
import { collapse } from "./collapse.ts";
import { differencesAlong } from "./differences.ts";
import type { ExcerptMatch, TextIndex } from "./excerpt-match.ts";
import { find } from "./find.ts";
import { fold } from "./fold.ts";
import type { MappedText } from "./mapped-text.ts";
import { type LocatedPart, locateParts, partsOf, withoutFrame } from "./parts.ts";
import { splitsPair, splitsWord } from "./says-something.ts";
import { type TextTokens, textTokens } from "./text-tokens.ts";

/** A part that is there to less than this says nothing about where the next one has to follow. */
const leastOfPart = 0.5;

/**
 * Prepares a text for finding excerpts in it. What a search needs of the text is made once, when first needed.
 *
 * `locate` tries, in this order, and stops at a similarity of 1:
 * 1. `exact`: verbatim, white space aside;
 * 2. `typographic`: verbatim once both are folded (quotes, dashes, markdown emphasis, Unicode forms, invisible
 *    characters), also without the quotation marks and ellipses around the excerpt; case counts;
 * 3. `shortened`: an excerpt joined by ellipses, its parts in order; similarity is their mean by length;
 * 4. `altered`: similarity = max(0, 1 − cost ⁄ characters of the excerpt's words and signs), where a word changed,
 *    left out or put in costs its characters and a slip within a word costs the characters that differ.
 *
 * The best wins, of equal ones the first way in this list, then the earliest place, whole words before parts of words.
 * Time is nearly linear in the text; on texts and excerpts made to stall it, a lesser passage may be returned instead of the best.
 *
 * @example
 * const text = indexText("Venetoclax **selectively** targets BCL2.");
 * text.locate("selectively targets BCL2"); // { kind: "typographic", similarity: 1, range: { start: 13, end: 39 }, … }
 */
export function indexText(text: string): TextIndex {
  const collapsed = once(() => collapse(text));
  const folded = once(() => fold(text));
  const tokens = once(() => textTokens(folded().text));

  const locateAltered = (excerpt: string, from: number): LocatedPart | null => {
    const spans = tokens().split(excerpt);
    const words = Array.from(spans.starts, (start, at) => excerpt.slice(start, spans.ends[at]));
    const passage = alignExcerpt(words, tokens(), firstTokenAt(tokens(), from));
    if (passage === null) return null;
    const said = { text: folded().text, starts: tokens().starts, ends: tokens().ends };
    return {
      similarity: passage.similarity,
      start: tokens().starts[passage.first] ?? 0,
      end: tokens().ends[passage.end - 1] ?? 0,
      differences: differencesAlong(passage.path(), { text: excerpt, ...spans }, said),
    };
  };
  const locateFolded = (excerpt: string, from: number): LocatedPart | null => {
    const start = findFolded(folded(), excerpt, from);
    if (start >= 0) return verbatimAt(start, excerpt.length);
    return locateAltered(excerpt, from);
  };
  const locatePart = (part: string, from: number): LocatedPart | null => {
    const located = locateFolded(part, from);
    return located !== null && located.similarity >= leastOfPart ? located : null;
  };

  return {
    text,
    locate(excerpt) {
      const verbatim = collapse(excerpt).text;
      const exactStart = findVerbatim(collapsed().text, verbatim);
      if (exactStart >= 0) return match(verbatimAt(exactStart, verbatim.length), collapsed(), "exact");
      const plain = fold(excerpt).text;
      const inner = withoutFrame(plain);
      for (const variant of plain === inner ? [plain] : [plain, inner]) {
        const start = findFolded(folded(), variant, 0);
        if (start >= 0) return match(verbatimAt(start, variant.length), folded(), "typographic");
      }
      const parts = partsOf(inner);
      const inParts = parts.length > 1 ? locateParts(parts, locatePart) : null;
      if (inParts?.similarity === 1) return match(inParts, folded(), "shortened");
      const passage = locateAltered(inner, 0);
      const nearest =
        inParts !== null && inParts.similarity >= (passage?.similarity ?? 0) ? inParts : passage;
      return nearest === null ? notFound : match(nearest, folded(), "altered");
    },
  };
}

const notFound: ExcerptMatch = { kind: "none", similarity: 0, range: null, differences: [] };

function verbatimAt(start: number, length: number): LocatedPart {
  return { similarity: 1, start, end: start + length, differences: [] };
}

function match(located: LocatedPart, source: MappedText, kind: ExcerptMatch["kind"]): ExcerptMatch {
  const { similarity, differences } = located;
  const start = source.starts[located.start] ?? 0;
  const end = source.ends[located.end - 1] ?? start;
  return { kind, similarity, range: { start, end }, differences };
}

/** Where a folded excerpt stands in a folded text; not where it begins or ends inside one character of the original. */
function findFolded({ text, starts }: MappedText, excerpt: string, from: number): number {
  const splitsCharacter = (at: number) => at > 0 && at < text.length && starts[at] === starts[at - 1];
  return findWhole(
    text,
    excerpt,
    from,
    (start) => !splitsCharacter(start) && !splitsCharacter(start + excerpt.length),
  );
}

function findVerbatim(text: string, excerpt: string): number {
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
  const splits = (start: number) => splitsWord(text, start, start + excerpt.length);
  if (first < 0 || !splits(first)) return first;
  const whole = find(text, excerpt, first + 1, (start) => accepts(start) && !splits(start));
  return whole < 0 ? first : whole;
}

/** The first token that begins at or after a unit of the folded text. */
function firstTokenAt(tokens: TextTokens, unit: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((tokens.starts[middle] ?? 0) < unit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
