import type { Outcome } from "../../result/index.ts";
import { paint, type Terminal, type Tone } from "./terminal.ts";

interface OutcomeMark {
  readonly words: string;
  readonly sign: string;
  readonly plainSign: string;
  readonly tone: Tone;
}

const marks: { readonly [O in Outcome]: OutcomeMark } = {
  pass: { words: "pass", sign: "✓", plainSign: "+", tone: "good" },
  wrong: { words: "wrong", sign: "✗", plainSign: "x", tone: "bad" },
  no_answer: { words: "no answer", sign: "–", plainSign: "-", tone: "bad" },
  auto_failed: { words: "auto-failed", sign: "✗", plainSign: "x", tone: "bad" },
  judge_failed: { words: "judge failed", sign: "!", plainSign: "!", tone: "warn" },
  infrastructure_failed: { words: "infrastructure failed", sign: "!", plainSign: "!", tone: "warn" },
  not_evaluable: { words: "not evaluable", sign: "?", plainSign: "?", tone: "warn" },
  unscored: { words: "unscored", sign: "·", plainSign: ".", tone: "dim" },
};

/** An outcome in words, as in `judge failed`. */
export const outcomeWords = (outcome: Outcome): string => marks[outcome].words;

/** An outcome as a sign with words, coloured where colours are welcome. */
export function outcomeMark(outcome: Outcome, terminal: Pick<Terminal, "rich">): string {
  const { words, sign, plainSign, tone } = marks[outcome];
  return paint(terminal, tone, `${terminal.rich ? sign : plainSign} ${words}`);
}
