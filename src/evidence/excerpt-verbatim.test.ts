import { expect, test } from "vitest";
import { collapseWhiteSpace } from "../base/index.ts";
import { indexText, type TextIndex } from "./index.ts";
import {
  answer,
  integer,
  lengthBetween,
  pick,
  quotation,
  type Random,
  randomOf,
} from "./testing/generated-prose.ts";

interface Pair {
  readonly index: TextIndex;
  readonly excerpt: string;
  readonly random: Random;
}

const spaces = [" ", "\n", "\n\n  ", "\t", "\u00a0", "\u2009", "\r\n", "\u3000", "\u0085"] as const;

/** 800 pairs; the excerpts of an answer are cut anywhere, or at words, from a few characters to most of it. */
function* pairs(seed: number): Generator<Pair> {
  const random = randomOf(seed);
  for (let n = 0; n < 40; n += 1) {
    const index = indexText(answer(random, lengthBetween(random, 200, 100_000)));
    for (let m = 0; m < 20; m += 1) {
      const start = integer(random, 0, index.text.length - 20);
      const excerpt =
        m % 4 === 0
          ? index.text.slice(start, start + lengthBetween(random, 10, 2000))
          : quotation(random, index.text, lengthBetween(random, 2, 400));
      // Half an emoji is no text: no reply can hold it.
      if (excerpt.trim() !== "" && excerpt.isWellFormed()) yield { index, excerpt, random };
    }
  }
}

interface Variation {
  readonly alter: (excerpt: string, random: Random) => string;
  /** What the variation keeps: the same for the excerpt and for the passage. */
  readonly kept: (text: string) => string;
}

/** Excerpts that are not found at a similarity of 1, or whose range is another passage. */
function misses(seed: number, { alter, kept }: Variation): readonly string[] {
  const missed: string[] = [];
  let count = 0;
  for (const { index, excerpt, random } of pairs(seed)) {
    const { similarity, range } = index.locate(alter(excerpt, random));
    const there = range === null ? "" : index.text.slice(range.start, range.end);
    count += 1;
    if (similarity !== 1 || kept(there) !== kept(excerpt))
      missed.push(`${similarity}: ${excerpt} ≠ ${there}`);
  }
  expect(count).toBeGreaterThan(750);
  return missed;
}

test("finds every verbatim excerpt, as it stands", () => {
  expect(misses(1, { alter: (excerpt) => excerpt, kept: collapseWhiteSpace })).toEqual([]);
});

test("finds every verbatim excerpt whose white space was wrapped in another way", () => {
  const wrapped = (excerpt: string, random: Random) => excerpt.replace(/\s+/g, () => pick(random, spaces));
  expect(misses(2, { alter: wrapped, kept: collapseWhiteSpace })).toEqual([]);
});

test("finds every verbatim excerpt whose typography was changed", () => {
  const kept = (text: string) => text.normalize("NFKC").replace(/[*_`\s]|["“”]|['’]|[-–—‑]/g, "");
  expect(misses(3, { alter: (excerpt, random) => retyped(random, excerpt), kept })).toEqual([]);
});

const variants: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [/["“”]/g, ['"', "“", "”", "«", "＂"]],
  [/['’]/g, ["'", "’", "‘", "ʼ", "′"]],
  [/[-–—]/g, ["-", "–", "—", "‑", "−"]],
  [/\*\*/g, ["", "__", "*"]],
  [/`/g, ["", "*"]],
  [/ﬁ/g, ["fi", "ﬁ"]],
  [/2/g, ["2", "２", "٢"]],
  [/(?<=[A-Z])1(?!\d)/g, ["1", "₁"]],
  [/ss/g, ["ss", "s\u00ads", "s\u200bs"]],
  [/ /g, [" ", " ", " ", "\u202f", " \ufeff"]],
];

/** The excerpt as another hand would type it. */
function retyped(random: Random, excerpt: string): string {
  let text = excerpt.normalize(pick(random, ["NFC", "NFD"]));
  for (const [pattern, choices] of variants) text = text.replace(pattern, () => pick(random, choices));
  return pick(random, [text, `"${text}"`, `“${text}”`, `…${text}`, `${text} [...]`, `"...${text}..."`]);
}
