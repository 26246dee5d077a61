// Measures what a threshold lets through, on generated answers: the figures of docs/evidence.md.
//   node scripts/measure-thresholds.ts
import { indexText } from "../src/evidence/index.ts";
import {
  answer,
  lengthBetween,
  quotation,
  type Random,
  randomOf,
  sentence,
} from "../src/evidence/testing/generated-prose.ts";

const thresholds = [0.6, 0.7, 0.8, 0.9, 0.95] as const;

/** A word of the same length that means nothing. */
function otherWord(word: string): string {
  const shift = (letter: string) => (/[a-m]/i.test(letter) ? 13 : -13);
  return word.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + shift(letter)));
}

/** Similarities of excerpts in which one word, neither the first nor the last, was changed. */
function ofChanged(words: number, random: Random): readonly number[] {
  const found: number[] = [];
  while (found.length < 2000) {
    const index = indexText(answer(random, lengthBetween(random, 2000, 20_000)));
    for (let count = 0; count < 100; count += 1) {
      const excerpt = quotation(random, index.text, words);
      const inner = Array.from(excerpt.matchAll(/(?<=\s)[a-z]{2,}(?=\s)/gi));
      const chosen = inner[Math.floor(random() * inner.length)];
      if (chosen === undefined) continue;
      const [word] = chosen;
      const before = excerpt.slice(0, chosen.index);
      const after = excerpt.slice(chosen.index + word.length);
      found.push(index.locate(`${before}${otherWord(word)}${after}`).similarity);
    }
  }
  return found;
}

/** Similarities of sentences and excerpts of other answers of the same domain, which share phrases with this one. */
function ofForeign(random: Random): readonly number[] {
  const others = Array.from({ length: 60 }, () => answer(random, 5000));
  return Array.from({ length: 100 }, () => answer(random, lengthBetween(random, 1000, 100_000))).flatMap(
    (text) => {
      const index = indexText(text);
      const foreign = (other: string) =>
        random() < 0.5 ? sentence(random) : quotation(random, other, lengthBetween(random, 12, 60));
      return others.map((other) => index.locate(foreign(other)).similarity);
    },
  );
}

function report(name: string, similarities: readonly number[]): void {
  const median = similarities.toSorted((one, other) => one - other)[similarities.length >> 1] ?? 0;
  const shares = thresholds.map((threshold) => {
    const accepted = similarities.filter((similarity) => similarity >= threshold).length;
    return `${((accepted / similarities.length) * 100).toFixed(2)} %`.padStart(9);
  });
  console.log(`${name.padEnd(28)} ${median.toFixed(2)} ${shares.join(" ")}`);
}

console.log(
  `${"accepted at".padEnd(32)} ${thresholds.map((threshold) => `${threshold}`.padStart(9)).join(" ")}`,
);
for (const words of [10, 20, 40]) report(`one word of ${words} changed`, ofChanged(words, randomOf(11)));
report("of another answer", ofForeign(randomOf(5)));
