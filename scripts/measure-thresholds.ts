// Measures what a threshold lets through, on generated answers: the figures of docs/evidence.md.
//   node scripts/measure-thresholds.ts
import { indexText, refusalOf, type TextIndex } from "../src/evidence/index.ts";
import {
  answer,
  lengthBetween,
  quotation,
  type Random,
  randomOf,
  sentence,
} from "../src/evidence/testing/generated-prose.ts";

const thresholds = [0.6, 0.7, 0.8, 0.9, 0.95, 1] as const;
const longWord = /\p{Ll}{11,}/gu;

/** How often something is accepted at each threshold. */
interface Row {
  readonly name: string;
  readonly accepted: readonly number[];
  readonly count: number;
}

type Change = (excerpt: string, random: Random) => string;

/** A word of the same length that means nothing. */
function otherWord(word: string): string {
  const shift = (letter: string) => (/[a-m]/i.test(letter) ? 13 : -13);
  return word.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + shift(letter)));
}

const changes: Readonly<Record<string, Change>> = {
  "as it stands": (excerpt) => excerpt,
  "without commas and full stops": (excerpt) => excerpt.replace(/[,.;:](?= |$)/g, ""),
  "the first letter in the other case": (excerpt) =>
    excerpt.replace(/^\p{L}(?=\p{Ll}{2})/u, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    ),
  "a letter too many in each word of 11 letters": (excerpt) =>
    excerpt.replace(longWord, (word) => word.slice(0, 5) + word.slice(4)),
  "all in small letters": (excerpt) => excerpt.toLowerCase(),
  "one word changed": (excerpt, random) => {
    const inner = Array.from(excerpt.matchAll(/(?<=\s)[a-z]{2,}(?=\s)/gi));
    const { 0: word = "", index = 0 } = inner[Math.floor(random() * inner.length)] ?? { 0: "" };
    return excerpt.slice(0, index) + otherWord(word) + excerpt.slice(index + word.length);
  },
};

function rowOf(name: string, tries: Iterable<readonly [index: TextIndex, excerpt: string]>): Row {
  const accepted = thresholds.map(() => 0);
  let count = 0;
  for (const [index, excerpt] of tries) {
    const match = index.locate(excerpt);
    count += 1;
    for (const [at, threshold] of thresholds.entries())
      if (refusalOf(match, index.text, threshold) === null) accepted[at] = (accepted[at] ?? 0) + 1;
  }
  return { name, accepted, count };
}

/** Quotations of 8 to 40 words, of answers of 2,000 to 20,000 characters. */
function* changed(change: Change, random: Random): Generator<readonly [TextIndex, string]> {
  for (let document = 0; document < 20; document += 1) {
    const index = indexText(answer(random, lengthBetween(random, 2000, 20_000)));
    for (let count = 0; count < 100; count += 1) {
      const excerpt = quotation(random, index.text, lengthBetween(random, 8, 40));
      const other = change(excerpt, random);
      yield [index, other];
    }
  }
}

/** Sentences and excerpts of other answers of the same domain, which share phrases with this one. */
function* foreign(random: Random): Generator<readonly [TextIndex, string]> {
  const others = Array.from({ length: 60 }, () => answer(random, 5000));
  for (let document = 0; document < 40; document += 1) {
    const index = indexText(answer(random, lengthBetween(random, 1000, 100_000)));
    for (const other of others)
      yield [
        index,
        random() < 0.5 ? sentence(random) : quotation(random, other, lengthBetween(random, 12, 60)),
      ];
  }
}

const rows = [
  ...Object.entries(changes).map(([name, change]) => rowOf(name, changed(change, randomOf(11)))),
  rowOf("of another answer", foreign(randomOf(5))),
];
const line = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
line(["quotation", "count", ...thresholds.map((threshold) => `at ${threshold}`)]);
line(["---", ...thresholds.map(() => "--:"), "--:"]);
for (const { name, accepted, count } of rows)
  line([name, `${count}`, ...accepted.map((times) => `${((times / count) * 100).toFixed(1)} %`)]);
