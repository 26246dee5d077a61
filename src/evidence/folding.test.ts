import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collapseWhiteSpace } from "../base/index.ts";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { fold } from "./fold.ts";
import { indexText, refusalOf } from "./index.ts";

const piece = fc.constantFrom(
  ...[
    "word",
    "BCL2",
    "5 mg",
    "10⁶",
    "1½",
    "2*3",
    "a_b",
    "¿no?",
    "naïve",
    "e\u0301",
    "ﬁ",
    "蛋白",
    "です",
    "ยา",
    "ـلـ",
    "😀",
    "-5",
    "p < 0.05",
  ],
  ...[
    "**",
    "*",
    "_",
    "`",
    "```\n",
    "~~",
    "[",
    "](",
    "](https://x.org/a_b)",
    "![",
    "[1]",
    "[^2]",
    "【4:0†s】",
    "# ",
    "\n- ",
    "\n1. ",
    "\n> ",
    "|",
    "|---|",
  ],
  ...[
    "<b>",
    "</b>",
    "<br/>",
    '<a href="x">',
    "<!-- a -->",
    "&amp;",
    "&#8211;",
    "&lt",
    "$",
    "\\(",
    "\\)",
    "\\alpha",
    "\\frac{1}{2}",
    "^{2}",
    "²",
    "₂",
    "\\*",
  ],
  ...[" ", " ", " ", "\n", "\n\n", "\u00a0", "-\n", "...", "…", "“", "'", "—", "\u200b", "\ud800"],
);
/** What makes of what stands beside it something that is not said. */
const unsaid = /~~|<!--/;
const text = fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(""));
const bare = collapseWhiteSpace;

test("whatever stands in a text is found as it stands, in the right range", () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (given, from, length) => {
      const start = from % given.length;
      const excerpt = given.slice(start, start + 1 + (length % (given.length - start)));
      if (bare(excerpt) === "" || !excerpt.isWellFormed() || /\ud800/.test(given)) return;
      if (unsaid.test(given)) return;
      const { kind, similarity, range } = indexText(given).locate(excerpt);
      expect({ kind, similarity }).toEqual({ kind: "exact", similarity: 1 });
      expect(bare(given.slice(range?.start, range?.end))).toBe(bare(excerpt));
    }),
    { numRuns: propertyRuns(600), seed: 3 },
  );
});

test("a text is found in itself as it is read", () => {
  fc.assert(
    fc.property(text, (given) => {
      const read = fold(given).bare.text;
      if (!/[\p{L}\p{N}]/u.test(read)) return;
      // Found by what is read of it, a text is all that it holds; only what ends it may be a sign.
      expect(indexText(`Before: ${read} :after`).locate(given).similarity).toBeGreaterThan(0);
      expect(indexText(given).locate(read).range).not.toBeNull();
    }),
    { numRuns: propertyRuns(300), seed: 4 },
  );
});

test("places in what is read lead back to the text, in order", () => {
  fc.assert(
    fc.property(text, (given) => {
      const { whole, plain, bare: short } = fold(given);
      for (const { text: read, starts, ends } of [whole, plain, short]) {
        expect(starts).toHaveLength(read.length);
        for (let at = 0; at < read.length; at += 1) {
          expect(starts[at]).toBeLessThan(ends[at] ?? 0);
          expect(ends[at]).toBeLessThanOrEqual(given.length);
          if (at > 0) expect(starts[at]).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
        }
      }
    }),
    { numRuns: propertyRuns(300), seed: 5 },
  );
});

test("what is read never joins digits that stand apart", () => {
  const between = fc.constantFrom(
    "*",
    "**",
    "_",
    "`",
    "~~x~~",
    "<b>",
    "</sup>",
    "<sup>",
    "[1]",
    "\\",
    "®",
    "<!-- -->",
    "²",
    "₂",
    "½",
    " ",
    "\n",
    "$",
    "^",
    "|",
  );
  fc.assert(
    fc.property(
      fc.nat(99),
      fc.array(between, { minLength: 1, maxLength: 4 }),
      fc.nat(99),
      (left, signs, right) => {
        const joined = `${left}${right}`;
        const source = `It is ${left}${signs.join("")}${right} there.`;
        expect(refusalOf(indexText(source).locate(`It is ${joined} there.`), source, 0)).not.toBeNull();
      },
    ),
    { numRuns: propertyRuns(400), seed: 6 },
  );
});

test("a digit changed in a quotation is never evidence, unless the text says that too", () => {
  const words = fc.array(
    fc.constantFrom(
      "dose",
      "of",
      "5",
      "12 mg",
      "BCL2",
      "p < 0.05",
      "**10**⁶",
      "[37](https://x.org)",
      "[4]",
      "1.5",
      "3–5",
      "½",
      "the",
    ),
    {
      minLength: 4,
      maxLength: 16,
    },
  );
  fc.assert(
    fc.property(words, fc.nat(), fc.integer({ min: 1, max: 9 }), (list, at, by) => {
      const source = list.join(" ");
      const read = fold(source).plain.text;
      const digits = Array.from(read.matchAll(/\d/g), ({ index }) => index);
      const place = digits[at % Math.max(1, digits.length)];
      if (place === undefined) return;
      const altered = `${read.slice(0, place)}${(Number(read[place]) + by) % 10}${read.slice(place + 1)}`;
      if (read.includes(altered)) return;
      expect(refusalOf(indexText(source).locate(altered), source, 0)).not.toBeNull();
    }),
    { numRuns: propertyRuns(400), seed: 7 },
  );
});

describe("shortened quotations", () => {
  test.for([
    ["如果您想要为所有用户标识签名的话就选“yes”", "如果您想要为所 […] 的话就选“yes”"],
    ["この薬は、多くの患者で目立った副作用がなく、よく効いた。", "この薬は … よく効いた"],
    ["이 약은 대부분의 환자에게 뚜렷한 부작용이 없었다.", "이 약은 […] 부작용이 없었다"],
    [
      "Venetoclax binds BCL2 and, in most cells, restores apoptosis.",
      "Venetoclax binds BCL2 […] restores apoptosis.",
    ],
    ["Venetoclax, which does not bind MCL1, inhibits BCL2.", "Venetoclax […] inhibits BCL2."],
    [
      "It binds BCL2. It does not bind MCL1. It restores apoptosis quickly.",
      "It binds BCL2. […] It restores apoptosis quickly.",
    ],
  ] as const)("%j by %j", ([source, excerpt]) => {
    const match = indexText(source).locate(excerpt);
    expect(match).toMatchObject({ kind: "shortened", similarity: 1, differences: [] });
    expect(refusalOf(match, source, 1)).toBeNull();
  });

  test.for([
    [
      "The drug does not extend overall survival in adults.",
      "The drug does […] extend overall survival in adults",
      "not",
    ],
    ["该药物不能延长大多数患者的总生存期。", "该药物 […] 延长大多数患者的总生存期", "不"],
    [
      "Das Mittel wirkt bei Kindern nicht besonders gut.",
      "Das Mittel wirkt bei Kindern […] besonders gut",
      "nicht",
    ],
    ["The drug failed to cure patients in the lab.", "The drug … cure patients in the lab", "failed"],
    ["The drug lacks any effect on the survival.", "The drug … effect on the survival.", "lacks"],
    ["Das Mittel war unfähig, Husten zu lindern.", "Das Mittel war … Husten zu lindern", "unfähig"],
    ["Das Mittel half den Patienten gegen Husten nicht.", "Das Mittel half … gegen Husten", "nicht"],
    [
      "この薬は生存期間を有意には延長せず、副作用は少なかった。",
      "この薬は生存期間を…副作用は少なかった",
      "せず",
    ],
  ] as const)("%j is not %j", ([source, excerpt, said]) => {
    const match = indexText(source).locate(excerpt);
    expect(match.differences).toContainEqual({ quoted: "", said, changes: "negation" });
    expect(refusalOf(match, source, 0)).toBe("altered");
  });
});
