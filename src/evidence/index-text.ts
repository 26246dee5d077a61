import { alignExcerpt } from "./align-excerpt.ts";
import { besideOf } from "./beside.ts";
import { differencesAlong } from "./differences.ts";
import type { ExcerptMatch, TextIndex } from "./excerpt-match.ts";
import { findFolded, findLast, findVerbatim, type PlaceTest } from "./find-text.ts";
import { type FoldedText, fold, foldSource } from "./fold.ts";
import { locateParts } from "./locate-parts.ts";
import type { Located } from "./located.ts";
import { type MappedText, MappedTextWriter, unitFrom } from "./mapped-text.ts";
import { partsOf, withoutFrame } from "./parts.ts";
import { splitsWord } from "./says-something.ts";
import { type TextTokens, textTokens } from "./text-tokens.ts";
import { isWhiteSpace } from "./white-space.ts";

/**
 * Prepares a text for finding excerpts in it. What a search needs of the text is made once, when first needed.
 *
 * `locate` tries, in this order, and stops at a similarity of 1:
 * 1. `exact`: verbatim, white space aside;
 * 2. `typographic`: verbatim once both are folded (quotes, dashes, markup, Unicode forms, invisible characters), with or
 *    without marks of references, also without the quotation marks and ellipses around the excerpt; case counts;
 * 3. `shortened`: an excerpt joined by ellipses, its parts in order; similarity is their mean by length;
 * 4. `altered`: similarity = max(0, 1 − cost ⁄ characters of the excerpt's words and signs), where a word changed,
 *    left out or put in costs its characters and a slip within a word costs the characters that differ.
 *
 * The best wins, one without a difference in meaning before others, of equal ones the first way in this list, then the
 * earliest place, whole words before parts of words.
 * Time is nearly linear in the text; on texts and excerpts made to stall it, a lesser passage may be returned instead of the best.
 *
 * @example
 * const text = indexText("Venetoclax **selectively** targets BCL2.");
 * text.locate("selectively targets BCL2"); // { kind: "typographic", similarity: 1, range: { start: 13, end: 39 }, … }
 */
export function indexText(text: string): TextIndex {
  const collapsed = once(() => collapse(text));
  const folded = once(() => fold(text));
  const plainTokens = once(() => tokensOf(folded().plain, folded()));
  const wholeTokens = once(() =>
    folded().whole === folded().plain ? plainTokens() : tokensOf(folded().whole, folded()),
  );

  /** A passage that stands word for word at a unit of a reading of the text, with what stands beside it; null for none. */
  const located = (source: MappedText, excerpt: string, at: number): Located | null => {
    if (at < 0) return null;
    const start = source.starts[at] ?? 0;
    const end = source.ends[at + excerpt.length - 1] ?? start;
    return { similarity: 1, start, end, differences: besideOf(folded(), text, { start, end }) };
  };
  const isWholeIn =
    ({ starts, ends }: MappedText): PlaceTest =>
    (first, to) =>
      besideOf(folded(), text, { start: starts[first] ?? 0, end: ends[to - 1] ?? 0 }).length === 0;
  const locateVerbatim = (excerpt: string): Located | null => {
    const source = collapsed();
    const { isUnsaid } = folded();
    const isSaid: PlaceTest = (first, to) =>
      !isUnsaid(source.starts[first] ?? 0) && !isUnsaid(source.starts[to - 1] ?? 0);
    return located(source, excerpt, findVerbatim(source.text, excerpt, isSaid, isWholeIn(source)));
  };
  const locateFolded = (excerpt: string, from = 0): Located | null =>
    firstOf(folded(), (source) =>
      located(source, excerpt, findFolded(source, excerpt, unitFrom(source, from), isWholeIn(source))),
    );

  const locateAltered = (excerpt: string, from: number, hasAddress: boolean): Located | null => {
    const source = hasAddress ? folded().whole : folded().plain;
    const tokens = hasAddress ? wholeTokens() : plainTokens();
    const spans = tokens.split(excerpt);
    const words = Array.from(spans.starts, (start, at) => excerpt.slice(start, spans.ends[at]));
    const passage = alignExcerpt(words, tokens, firstTokenAt(tokens, unitFrom(source, from)));
    if (passage === null) return null;
    const isAside = (at: number) => tokens.charactersBefore[at] === tokens.charactersBefore[at + 1];
    const quoted = { text: excerpt, starts: spans.starts, ends: spans.ends, isAside: () => false };
    const said = { text: source.text, starts: tokens.starts, ends: tokens.ends, isAside };
    const first = tokens.starts[passage.first] ?? 0;
    const end = tokens.ends[passage.end - 1] ?? 1;
    const range = { start: source.starts[first] ?? 0, end: source.ends[end - 1] ?? 0 };
    return {
      similarity: passage.similarity,
      ...range,
      differences: [
        ...differencesAlong(passage.path(), quoted, said, (word) => tokens.idOf.has(word)),
        ...besideOf(folded(), text, range),
      ],
    };
  };

  const parts = {
    nearest: (part: string, from: number) => locateFolded(part, from) ?? locateAltered(part, from, false),
    verbatim: (part: string, { from, to, last = false }: { from: number; to: number; last?: boolean }) =>
      firstOf(folded(), (source) => {
        const [first, end] = [unitFrom(source, from), unitFrom(source, to)];
        const start = last ? findLast(source, part, end) : findFolded(source, part, first, isWholeIn(source));
        if (start < first || start + part.length > end) return null;
        const found = located(source, part, start);
        return splitsWord(source.text, start, start + part.length) || found?.differences.length !== 0
          ? null
          : found;
      }),
    between: (start: number, end: number) => {
      const { plain } = folded();
      return plain.text.slice(unitFrom(plain, start), unitFrom(plain, end));
    },
  };

  return {
    text,
    locate(excerpt) {
      const verbatim = collapse(excerpt).text;
      const exact = locateVerbatim(verbatim);
      if (exact !== null && exact.differences.length === 0) return { kind: "exact", ...toMatch(exact) };
      let differing: ExcerptMatch | null = exact === null ? null : { kind: "exact", ...toMatch(exact) };
      const quoted = fold(excerpt);
      const inner = withoutFrame(quoted.whole.text);
      for (const variant of variantsOf(excerpt, quoted, inner)) {
        const typographic = locateFolded(variant);
        if (typographic === null) continue;
        const match: ExcerptMatch = { kind: "typographic", ...toMatch(typographic) };
        if (match.differences.length === 0) return match;
        differing ??= match;
      }
      if (differing !== null) return differing;
      const hasAddress = quoted.whole !== quoted.plain;
      const pieces = partsOf(inner);
      const shortened = pieces.length > 1 ? locateParts(pieces, parts) : null;
      if (shortened !== null && shortened.similarity === 1 && shortened.differences.length === 0)
        return { kind: "shortened", ...toMatch(shortened) };
      const altered = locateAltered(inner, 0, hasAddress);
      const nearest = nearer(shortened, altered);
      if (nearest === null) return notFound;
      return { kind: nearest.differences.length === 0 ? "typographic" : "altered", ...toMatch(nearest) };
    },
  };
}

const notFound: ExcerptMatch = { kind: "none", similarity: 0, range: null, differences: [] };

/** The ways to read an excerpt: as it is folded, without its frame, without what parts words at the end of lines, as code. */
function variantsOf(excerpt: string, { whole, bare }: FoldedText, inner: string): ReadonlySet<string> {
  const saysTheSame = whole !== bare && lettersOf(whole.text) === lettersOf(bare.text);
  return new Set([whole.text, inner, ...(saysTheSame ? [bare.text] : []), foldSource(excerpt).text]);
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "");

/** Of two passages the one in which nothing that bears meaning differs; of equals the more alike, then the first. */
function nearer(first: Located | null, second: Located | null): Located | null {
  if (first === null || second === null) return first ?? second;
  const [isFirst, isSecond] = [keepsMeaning(first), keepsMeaning(second)];
  if (isFirst !== isSecond) return isFirst ? first : second;
  return first.similarity >= second.similarity ? first : second;
}

function keepsMeaning({ differences }: Located): boolean {
  return differences.every(({ changes }) => changes === null);
}

function toMatch({ similarity, start, end, differences }: Located): Omit<ExcerptMatch, "kind"> {
  return { similarity, range: { start, end }, differences };
}

/** What is found in the first of a text's readings that has it. */
function firstOf(
  { whole, plain, bare }: FoldedText,
  search: (source: MappedText) => Located | null,
): Located | null {
  for (const source of new Set([whole, plain, bare])) {
    const found = search(source);
    if (found !== null) return found;
  }
  return null;
}

function tokensOf(source: MappedText, { isAside }: FoldedText): TextTokens {
  return textTokens(source.text, (unit) => isAside(source.starts[unit] ?? 0));
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

/** The text with every run of white space as one space and none at its ends, with a way back to the original. */
function collapse(text: string): MappedText {
  const writer = new MappedTextWriter(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isWhiteSpace(unit)) writer.space(at);
    else writer.unit(unit, at, at + 1);
  }
  return writer.finish();
}
