import { outcomeWords } from "../../report/index.ts";
import type { Outcome } from "../../result/index.ts";
import { paint, type Terminal, type Tone } from "./terminal.ts";

interface OutcomeMark {
  readonly sign: string;
  readonly plainSign: string;
  readonly tone: Tone;
}

const marks: { readonly [O in Outcome]: OutcomeMark } = {
  pass: { sign: "✓", plainSign: "+", tone: "good" },
  wrong: { sign: "✗", plainSign: "x", tone: "bad" },
  no_answer: { sign: "–", plainSign: "-", tone: "bad" },
  auto_failed: { sign: "✗", plainSign: "x", tone: "bad" },
  judge_failed: { sign: "!", plainSign: "!", tone: "warn" },
  infrastructure_failed: { sign: "!", plainSign: "!", tone: "warn" },
  not_evaluable: { sign: "?", plainSign: "?", tone: "warn" },
  unscored: { sign: "·", plainSign: ".", tone: "dim" },
};

/** An outcome as a sign with words, coloured where colours are welcome. */
export function outcomeMark(outcome: Outcome, terminal: Pick<Terminal, "rich">): string {
  const { sign, plainSign, tone } = marks[outcome];
  return paint(terminal, tone, `${terminal.rich ? sign : plainSign} ${outcomeWords(outcome)}`);
}
