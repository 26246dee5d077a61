import { collapseWhiteSpace } from "../../base/index.ts";
import { comparedText, plainText, SimilarTexts } from "./similar-texts.ts";

/** What of a question tells whether it stands twice. */
export interface ComparedQuestion {
  readonly row: number;
  readonly question: string;
  readonly rawAnswer: string;
}

/** Two rows that ask the same, or nearly. */
export interface Duplicate {
  /** `same`: text and answer; `conflict`: the text, with another answer; `near`: texts that are alike. */
  readonly kind: "same" | "conflict" | "near";
  readonly row: number;
  /** The row above that it repeats. */
  readonly of: number;
  /** Share of words that both have, 0 to 1. */
  readonly alike: number;
}

/** Texts with at least this share of words and pairs of words in common are near duplicates. */
const nearDuplicate = 0.75;

/**
 * Questions that stand twice, in the order of the later rows. White space and, for answers, case are no difference; texts that differ in nothing
 * but case, accents and punctuation are near. Takes time in proportion to the rows: 100,000 questions take some seconds.
 */
export function findDuplicates(questions: readonly ComparedQuestion[]): readonly Duplicate[] {
  const found: Duplicate[] = [];
  const texts = new Map<string, ComparedQuestion>();
  const plain = new Map<string, ComparedQuestion>();
  const kept: ComparedQuestion[] = [];
  const similar = new SimilarTexts();
  for (const question of questions) {
    const text = collapseWhiteSpace(question.question);
    const same = texts.get(text);
    if (same !== undefined) {
      const kind = isSameAnswer(same.rawAnswer, question.rawAnswer) ? "same" : "conflict";
      found.push({ kind, row: question.row, of: same.row, alike: 1 });
      continue;
    }
    texts.set(text, question);
    const bare = plainText(text);
    if (bare === "") continue;
    const nearly = plain.get(bare);
    if (nearly !== undefined) {
      found.push({ kind: "near", row: question.row, of: nearly.row, alike: 1 });
      continue;
    }
    plain.set(bare, question);
    const compared = comparedText(text);
    const [nearest] = similar.near(compared, nearDuplicate);
    const other = nearest === undefined ? undefined : kept[nearest.number];
    if (nearest !== undefined && other !== undefined)
      found.push({ kind: "near", row: question.row, of: other.row, alike: nearest.alike });
    similar.add(compared);
    kept.push(question);
  }
  return found;
}

const isSameAnswer = (one: string, other: string): boolean =>
  collapseWhiteSpace(one).toLowerCase() === collapseWhiteSpace(other).toLowerCase();
