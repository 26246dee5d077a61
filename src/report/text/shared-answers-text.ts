import type { PairNumbers } from "../../analysis/index.ts";

interface Pair extends Pick<PairNumbers, "spent" | "costUsd"> {
  readonly answering: string;
}

/** With whom the cost of answers stands that several judges share; empty: none are, or nothing is known of tokens and cost. */
export function sharedAnswersText(pairs: readonly Pair[]): readonly string[] {
  const isShared = pairs.some(
    ({ answering }, at) => pairs.findIndex((one) => one.answering === answering) < at,
  );
  const isTold = pairs.some(({ spent, costUsd }) => costUsd !== null || spent.input + spent.output > 0);
  return isShared && isTold
    ? [
        "An answer that several judges share is spent once: its tokens and cost stand with the judge that was first, so that all add up.",
      ]
    : [];
}
