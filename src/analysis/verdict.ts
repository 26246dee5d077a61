/** True for outcomes that say something about the model. */
export const isVerdict = (outcome: string): boolean => passedOf(outcome) !== null;

/** 1 for a pass, 0 for what else stands in the denominator of a pass rate, null for the rest. */
export function passedOf(outcome: string): 0 | 1 | null {
  if (outcome === "pass") return 1;
  return outcome === "wrong" || outcome === "no_answer" ? 0 : null;
}
