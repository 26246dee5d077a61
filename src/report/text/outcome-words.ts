import type { Outcome } from "../../result/index.ts";

const words: { readonly [O in Outcome]: string } = {
  pass: "pass",
  wrong: "wrong",
  no_answer: "no answer",
  auto_failed: "auto-failed",
  judge_failed: "judge failed",
  infrastructure_failed: "infrastructure failed",
  not_evaluable: "not evaluable",
  unscored: "unscored",
};

/** An outcome in words, as in `judge failed`. */
export const outcomeWords = (outcome: Outcome): string => words[outcome];
