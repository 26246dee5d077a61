import { expect, test } from "vitest";
import { indexText, type TextIndex } from "./index.ts";
import {
  answer,
  lengthBetween,
  quotation,
  type Random,
  randomOf,
  sentence,
} from "./testing/generated-prose.ts";

const letters = (text: string) => text.replace(/[\s*_`]/g, "").length;
const rotated = (word: string) =>
  word.replace(/[a-z]/gi, (letter) =>
    String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13)),
  );

function* answers(random: Random, count: number): Generator<TextIndex> {
  for (let n = 0; n < count; n += 1) yield indexText(answer(random, lengthBetween(random, 1000, 30_000)));
}

type Change = (before: string, word: string, after: string) => string;

/**
 * How far the loss of similarity is from the share of the one word that was changed, over 200 excerpts. The word
 * stands 20 letters from both ends at least: nearer, leaving off the end of the excerpt can cost less than the word.
 */
function deviations(seed: number, change: Change): readonly number[] {
  const random = randomOf(seed);
  const found: number[] = [];
  for (const index of answers(random, 10)) {
    for (let m = 0; m < 20; m += 1) {
      const excerpt = quotation(random, index.text, lengthBetween(random, 16, 120));
      const inner = Array.from(excerpt.matchAll(/(?<=\s)[a-z]{2,}(?=\s)/gi)).filter(
        ({ index: at, 0: word }) =>
          letters(excerpt.slice(0, at)) >= 20 && letters(excerpt.slice(at + word.length)) >= 20,
      );
      const chosen = inner[Math.floor(random() * inner.length)];
      if (chosen === undefined) continue;
      const [word] = chosen;
      const altered = change(excerpt.slice(0, chosen.index), word, excerpt.slice(chosen.index + word.length));
      found.push(Math.abs(1 - index.locate(altered).similarity - word.length / letters(excerpt)));
    }
  }
  expect(found.length).toBeGreaterThan(180);
  return found;
}

test.for<{ name: string; change: Change }>([
  { name: "changed", change: (before, word, after) => `${before}${rotated(word)}${after}` },
  { name: "left out", change: (before, _, after) => `${before.trimEnd()}${after}` },
  { name: "put in", change: (before, word, after) => `${before}${word} ${rotated(word)}${after}` },
])("one word $name lowers the similarity by its share", ({ change }) => {
  expect(deviations(4, change).filter((deviation) => deviation > 0.05)).toEqual([]);
});

test("hardly any excerpt of another answer of the same domain reaches 0.80", () => {
  const random = randomOf(5);
  const others = Array.from({ length: 60 }, () => answer(random, 5000));
  const accepted: string[] = [];
  let count = 0;
  for (const index of answers(random, 12)) {
    for (const other of others) {
      const excerpt =
        random() < 0.5 ? sentence(random) : quotation(random, other, lengthBetween(random, 12, 60));
      count += 1;
      if (index.locate(excerpt).similarity >= 0.8) accepted.push(excerpt);
    }
  }
  expect(count).toBeGreaterThan(700);
  expect(accepted.length / count).toBeLessThanOrEqual(0.005);
});
