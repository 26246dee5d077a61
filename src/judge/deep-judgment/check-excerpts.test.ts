import { describe, expect, test } from "vitest";
import { indexText, refusalOf, type TextIndex } from "../../evidence/index.ts";
import type { RejectedExcerpt } from "../../result/index.ts";
import { type CheckedExcerpts, checkExcerpts as check } from "./check-excerpts.ts";
import { excerptFeedback } from "./excerpt-feedback.ts";
import { type PassageIndex, passageIndex } from "./passage-index.ts";

const settings = { maxExcerpts: 2, threshold: 0.8, retryAttempts: 0 };

const checkExcerpts = (
  index: PassageIndex,
  claimed: Parameters<typeof check>[1],
  own: Parameters<typeof check>[2]["settings"],
): CheckedExcerpts => check(index, claimed, { settings: own, attempt: 1 });

const indexed = ({ text, locate }: TextIndex): PassageIndex => ({
  text,
  find(excerpt, { threshold }) {
    const match = locate(excerpt);
    return { match, source: undefined, refusal: refusalOf(match, text, threshold) };
  },
});

/** An index in which every excerpt is as alike as it is told to be. */
const alike = (similarity: number, range: { start: number; end: number } | null): PassageIndex =>
  indexed({
    text: "It is known that BCL2 is the target.",
    locate: () => ({ kind: range === null ? "none" : "altered", similarity, range, differences: [] }),
  });
const quote = { text: "BCL2 is a target", confidence: "high" } as const;

describe("checkExcerpts", () => {
  test.each([
    [0.8, true],
    [0.79999, false],
    [0.77, false],
    [1, true],
  ])("similarity %f against 0.8: %s", (similarity, accepted) => {
    const { kept, rejected } = checkExcerpts(alike(similarity, { start: 17, end: 35 }), [quote], settings);
    expect(kept).toHaveLength(accepted ? 1 : 0);
    expect(rejected).toHaveLength(accepted ? 0 : 1);
  });

  test("what is rejected comes with the nearest passage, where there is one", () => {
    const near = checkExcerpts(alike(0.5, { start: 17, end: 35 }), [quote], settings);
    expect(near.rejected).toEqual([
      {
        ...quote,
        ...{ similarityScore: 0.5, threshold: 0.8, reason: "unlike", nearestPassage: "BCL2 is the target" },
        attempt: 1,
      },
    ]);
    const far = checkExcerpts(alike(0, null), [quote], settings);
    expect(far.rejected[0]?.nearestPassage).toBeNull();
  });

  test("one too many is still looked for: an invented quote is a failed attempt", () => {
    const index = indexed(indexText("a b c"));
    const claimed = ["a", "b", "c", "invented"].map((text) => ({ ...quote, text }));
    const { kept, rejected } = checkExcerpts(index, claimed, settings);
    expect(kept.map(({ text }) => text)).toEqual(["a", "b"]);
    expect(rejected.map(({ text }) => text)).toEqual(["invented"]);
  });

  test.each([".", "...", "**", " — ", "n", "an", "2 "])(
    "%j stands in the answer and says nothing",
    (text) => {
      const answer = passageIndex("It is ... known — in human cells — that **BCL22** is the target.");
      const { kept, rejected } = checkExcerpts(answer, [{ ...quote, text }], settings);
      expect(kept).toEqual([]);
      expect(rejected).toMatchObject([{ text, similarityScore: 1, reason: "says_nothing" }]);
    },
  );

  test("a word of one letter is an excerpt", () => {
    const { kept } = checkExcerpts(passageIndex("Between A and B: B."), [{ ...quote, text: "B" }], settings);
    expect(kept).toMatchObject([{ text: "B", similarityScore: 1, start: 14, end: 15 }]);
  });

  test("the reason for having none is no excerpt", () => {
    const why = { text: "", confidence: "none", explanation: "Not named." } as const;
    expect(checkExcerpts(alike(1, null), [why], settings)).toEqual({
      kept: [],
      rejected: [],
      explanation: "Not named.",
    });
    expect(checkExcerpts(alike(1, null), [], settings).explanation).toBeNull();
  });
});

test("a quote that differs in what bears meaning is rejected at any threshold, and the judge told in which word", () => {
  const text =
    "The patient received 5 mg of the drug twice daily for six weeks, and after that none until the autumn of the year.";
  const claimed = [{ text: text.replace("5 mg", "50 mg"), confidence: "high" }] as const;
  const { kept, rejected } = checkExcerpts(passageIndex(text), claimed, { ...settings, threshold: 0 });
  expect(kept).toEqual([]);
  expect(rejected[0]?.similarityScore).toBeGreaterThan(0.95);
  const feedback = excerptFeedback(new Map([["dose", { rejected }]]));
  expect(feedback).toContain('<differences>\n- "50": the answer says "5"\n</differences>');
});

describe("feedback", () => {
  const rejected: RejectedExcerpt = {
    text: "BCL2 is a target",
    similarityScore: 0.7999,
    threshold: 0.8,
    reason: "unlike",
    nearestPassage: "BCL2 is the target",
    differences: [
      { quoted: "a", said: "the", changes: null },
      { quoted: "", said: "not", changes: "negation" },
      { quoted: "direct", said: "", changes: "word" },
    ],
  };

  test("names each failing quote with similarity, threshold and the nearest passage", () => {
    const text = excerptFeedback(
      new Map([
        [
          "target",
          {
            rejected: [
              rejected,
              { ...rejected, text: "Ibrutinib", similarityScore: 0, nearestPassage: null },
            ],
          },
        ],
        ["disease", { rejected: [] }],
        ["year", { rejected: [], problems: ["expected a list of excerpts"] }],
      ]),
    );
    expect(text).toContain("similarity to it is 0.79, at least 0.80 is needed");
    expect(text).toContain("<quote>\nBCL2 is a target\n</quote>");
    expect(text).toContain("<nearest_passage>\nBCL2 is the target\n</nearest_passage>");
    expect(text).toContain(
      [
        '<differences>\n- left out: the answer says "not"',
        '- "direct": the answer has nothing of the kind there',
        '- "a": the answer says "the"\n</differences>',
      ].join("\n"),
    );
    expect(text).toContain(
      "similarity to it is 0.00, at least 0.80 is needed. Nothing in the answer comes near it.",
    );
    expect(text).toContain("3. There was no quote at all.\n<item>\ndisease\n</item>");
    expect(text).toContain(
      "4. What it gave for this item could not be read.\n<item>\nyear\n</item>\n<problem>\nexpected a list",
    );
  });

  test("does not deny that a quote stands there which says nothing", () => {
    const scrap = { ...rejected, text: "CL", similarityScore: 1, reason: "says_nothing" } as const;
    const text = excerptFeedback(new Map([["target", { rejected: [scrap] }]]));
    expect(text).toContain("1. This quote says nothing by itself: it holds no whole word.\n<item>\ntarget");
    expect(text).not.toContain("does not stand");
  });

  test("says where a quote stands that does not count there", () => {
    const text = excerptFeedback(
      new Map([["target", { rejected: [{ ...rejected, reason: "other_source" }] }]]),
    );
    expect(text).toContain("Only what the answering model itself says counts here.");
    expect(text).not.toContain("similarity");
  });

  test("an endless quote is cut, without half a character", () => {
    const long = `${"a".repeat(999)}😀`;
    const text = excerptFeedback(
      new Map([["target", { rejected: [{ ...rejected, text: `${long}${long}`, nearestPassage: null }] }]]),
    );
    expect(text.length).toBeLessThan(1500);
    expect(text.isWellFormed()).toBe(true);
  });
});
