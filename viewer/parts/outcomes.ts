import type { Outcome } from "../../src/result/index.ts";

/** How an outcome is called and drawn. */
interface OutcomeLook {
  readonly words: string;
  /** What it means for a reader. */
  readonly meaning: string;
  /** True: it is in the denominator of pass rates; its mark is filled. */
  readonly counts: boolean;
  /** A path in a square of 16. */
  readonly glyph: string;
}

const looks: { readonly [O in Outcome]: OutcomeLook } = {
  pass: {
    words: "pass",
    meaning: "verified and right",
    counts: true,
    glyph: "M4 8.4 6.9 11.2 12 5.2",
  },
  wrong: {
    words: "wrong",
    meaning: "verified, or failed automatically, and wrong",
    counts: true,
    glyph: "M5 5l6 6M11 5l-6 6",
  },
  no_answer: {
    words: "no answer",
    meaning: "the model refused, said too little, or nothing",
    counts: true,
    glyph: "M4.5 8h7",
  },
  auto_failed: {
    words: "auto-failed",
    meaning: "nothing was to be verified, and the answer failed by itself",
    counts: false,
    glyph: "M5 5l6 6M11 5l-6 6",
  },
  judge_failed: {
    words: "judge failed",
    meaning: "the judge's reply could not be used",
    counts: false,
    glyph: "M6 6.2C6 4.9 6.9 4.2 8 4.2s2 .8 2 1.9c0 1.4-2 1.5-2 3M8 11.6v.3",
  },
  infrastructure_failed: {
    words: "infrastructure failed",
    meaning: "network, provider, configuration or program failed",
    counts: false,
    glyph: "M8 4v5M8 11.7v.3",
  },
  not_evaluable: {
    words: "not evaluable",
    meaning: "the question's template is broken",
    counts: false,
    glyph: "M11 5l-6 6M8 4a4 4 0 1 0 .01 0",
  },
  unscored: {
    words: "unscored",
    meaning: "nothing was to be verified",
    counts: false,
    glyph: "M8 7.9v.2",
  },
};

/** All outcomes, those in pass rates first. */
// Object.keys forgets the literal keys of a constant table
export const outcomeList = Object.keys(looks) as readonly Outcome[];

/** How an outcome is called and drawn. */
export const outcomeLook = (outcome: Outcome): OutcomeLook => looks[outcome];

/** True for the name of an outcome. */
export const isOutcome = (word: string): word is Outcome => Object.hasOwn(looks, word);
