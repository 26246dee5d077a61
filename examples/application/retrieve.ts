// A small retrieval application: it looks passages up by the words of a question and answers with the best of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Passage {
  readonly id: string;
  readonly source: string;
  readonly text: string;
}

const passages: readonly Passage[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "passages.json"), "utf8"),
);

const common = new Set(["which", "when", "what", "does", "with", "was", "the", "act"]);

const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[a-z\d]{3,}/g) ?? []).filter((word) => !common.has(word));

/** How rare a word is among the passages; 0 for one that is in none, or in all of them. */
const rarity = (word: string): number => {
  const holding = passages.filter(({ text }) => wordsOf(text).includes(word)).length;
  return holding === 0 ? 0 : Math.log(passages.length / holding);
};

/** The two passages that have most of the question's words, rare ones counting most, with their scores. */
export function retrieve(question: string): readonly (Passage & { readonly score: number })[] {
  const asked = new Set(wordsOf(question));
  return passages
    .map((passage) => {
      const words = new Set(wordsOf(passage.text));
      const score = [...asked].filter((word) => words.has(word)).reduce((sum, word) => sum + rarity(word), 0);
      return { ...passage, score: Math.round(score * 100) / 100 };
    })
    .filter(({ score }) => score > 1)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, 2);
}

/** An answer with the passages behind it; undefined where nothing is about the question. */
export function answerQuestion(question: string) {
  const contexts = retrieve(question);
  const [best] = contexts;
  if (best === undefined) return undefined;
  // the last sentence stands in no passage: what a model makes up
  const added = question.includes("approved") ? " It was approved in 1999." : "";
  return { text: `${best.text}${added}`, contexts };
}
