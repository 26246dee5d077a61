import { align, type Passage } from "./align.ts";
import { alignmentPath, type PathStep } from "./alignment-path.ts";
import { candidateWindows, passageTokens } from "./candidate-windows.ts";
import { type ExcerptTokens, excerptTokens } from "./excerpt-tokens.ts";
import type { TextTokens } from "./text-tokens.ts";

/** Excerpts of more tokens are aligned in pieces, which may be short since each says where the next one follows. */
const longestWhole = 400;
const pieceTokens = 128;
/** What an excerpt has beyond this many tokens counts as missing unless it stands there verbatim. */
const mostTokens = 10_000;
/** Cells of alignment that searching one excerpt may take; about 30 ms. */
const mostCells = 4_000_000;
/** Most excerpts are there all but this share: looking for such a passage first takes a fraction of the time. */
const usualCost = 1 / 8;
/** Below this share a passage is only a hint of what the excerpt may mean; a few windows are enough for it. */
const faint = 0.5;
const mostFaintWindows = 8;

/** A passage and how much of the excerpt it holds. */
interface AlignedPassage {
  readonly similarity: number;
  /** The first token and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** How its tokens stand for those of the excerpt; takes as long as finding it. */
  readonly path: () => readonly PathStep[];
}

interface Piece {
  /** The first token of the excerpt that belongs to it. */
  readonly at: number;
  readonly count: number;
  readonly found: { readonly tokens: ExcerptTokens; readonly passage: Passage } | null;
}

interface Budget {
  cells: number;
}

/**
 * The passage at or after token `from` that comes nearest to the tokens of an excerpt; null where nothing is alike.
 *
 * similarity = max(0, 1 − cost ⁄ characters of the excerpt's tokens), the cost as in `align`. Pieces of a long excerpt
 * follow each other, and what the text has between them costs its characters.
 */
export function alignExcerpt(
  words: readonly string[],
  text: TextTokens,
  from: number,
): AlignedPassage | null {
  const pieceLength = words.length > longestWhole ? pieceTokens : longestWhole;
  const budget: Budget = { cells: mostCells };
  const pieces: Piece[] = [];
  let characters = lengthOf(words.slice(mostTokens));
  let cost = characters;
  let first = -1;
  let end = from;
  for (let at = 0; at < Math.min(words.length, mostTokens); at += pieceLength) {
    const tokens = excerptTokens(words.slice(at, Math.min(at + pieceLength, mostTokens)), text);
    characters += tokens.characters;
    const passage = first < 0 ? search(tokens, text, from, budget) : continueAt(tokens, text, end, budget);
    const gap = first < 0 ? 0 : charactersBetween(text, end, passage.first);
    const isLost = passage.first < 0 || passage.cost + gap >= tokens.characters;
    pieces.push({ at, count: tokens.count, found: isLost ? null : { tokens, passage } });
    if (isLost) cost += tokens.characters;
    else {
      cost += passage.cost + gap;
      if (first < 0) first = passage.first;
      end = passage.end;
    }
  }
  if (words.length > mostTokens)
    pieces.push({ at: mostTokens, count: words.length - mostTokens, found: null });
  const similarity = characters === 0 ? 0 : Math.max(0, characters - cost) / characters;
  if (similarity === 0 || first < 0) return null;
  return { similarity, first, end, path: () => pathOf(pieces, text, first) };
}

function pathOf(pieces: readonly Piece[], text: TextTokens, first: number): readonly PathStep[] {
  let reached = first;
  return pieces.flatMap(({ at, count, found }) => {
    const before = { quotedFrom: at, saidFrom: reached, isAlike: false };
    if (found === null) return [{ ...before, quotedTo: at + count, saidTo: reached }];
    const { tokens, passage } = found;
    const steps = alignmentPath(tokens, text, passage).map((step) => ({
      ...step,
      quotedFrom: at + step.quotedFrom,
      quotedTo: at + step.quotedTo,
    }));
    const isAdjacent = reached === passage.first;
    reached = passage.end;
    return isAdjacent ? steps : [{ ...before, quotedTo: at, saidTo: passage.first }, ...steps];
  });
}

/** The next piece of a long excerpt: right behind the piece before it, or else anywhere after it. */
function continueAt(piece: ExcerptTokens, text: TextTokens, from: number, budget: Budget): Passage {
  const to = Math.min(text.count, from + passageTokens(piece.count));
  const near = align(piece, text, { from, to, mostCost: piece.characters * (1 - faint) });
  return near !== null && near.cost <= piece.characters * (1 - faint)
    ? near
    : search(piece, text, from, budget);
}

function search(piece: ExcerptTokens, text: TextTokens, from: number, budget: Budget): Passage {
  let best: Passage = { cost: piece.characters, first: -1, end: from };
  let faintWindows = 0;
  for (const { start, end, gain } of candidateWindows(piece, text, from)) {
    const least = piece.characters - gain;
    if (least > best.cost) break;
    if (least === best.cost && start > best.first) continue;
    if (gain < piece.characters * faint && ++faintWindows > mostFaintWindows) break;
    budget.cells -= piece.count * (end - start);
    if (budget.cells < 0) break;
    const window = { from: start, to: end };
    const usual = Math.min(best.cost, piece.characters * usualCost);
    const found = least <= usual ? align(piece, text, { ...window, mostCost: usual }) : null;
    const passage =
      found === null && usual < best.cost ? align(piece, text, { ...window, mostCost: best.cost }) : found;
    if (passage === null) continue;
    const isEarlier = passage.cost === best.cost && passage.first >= 0 && passage.first < best.first;
    if (passage.cost < best.cost || isEarlier) best = passage;
  }
  return best;
}

function charactersBetween(text: TextTokens, from: number, to: number): number {
  return (text.charactersBefore[to] ?? 0) - (text.charactersBefore[from] ?? 0);
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
