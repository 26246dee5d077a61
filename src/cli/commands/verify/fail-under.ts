import type { PairNumbers } from "../../../analysis/index.ts";
import { percentText } from "../../../base/index.ts";

/** Whether enough tasks passed. */
export interface FailUnder {
  readonly required: number;
  readonly passed: number;
  /** Tasks that should have a verdict; one without counts against the rate. */
  readonly of: number;
  /** Null when `of` is 0. */
  readonly rate: number | null;
  readonly met: boolean;
}

/**
 * Holds the pass rate against what was asked for.
 *
 * @param total all tasks of the run, those without a result included
 */
export function checkFailUnder(
  required: number,
  { outcomes, nothingToVerify }: Pick<PairNumbers, "outcomes" | "nothingToVerify">,
  total: number,
): FailUnder {
  const of = total - nothingToVerify;
  const rate = of > 0 ? outcomes.pass / of : null;
  // a share like 0.7 of 10 is not exact in binary
  return { required, passed: outcomes.pass, of, rate, met: rate !== null && rate >= required - 1e-9 };
}

function percent(share: number, digits = 1): string {
  return `${Number(percentText(share, digits))} %`;
}

/** As few decimals as tell a missed rate from what was asked for. */
function digitsOf({ met, rate, required }: FailUnder): number {
  if (met || rate === null) return 1;
  const wanted = percent(required, 6);
  return [1, 2, 3, 4, 5].find((digits) => percent(rate, digits) !== wanted) ?? 6;
}

/** The comparison as a sentence, with the rate among tasks that reached a verdict beside it. */
export function failUnderText(check: FailUnder, { of: judged }: PairNumbers["passRate"]): string {
  const digits = digitsOf(check);
  const share = (part: number, whole: number) => (whole === 0 ? "none" : percent(part / whole, digits));
  const verdict = check.met ? "at or above" : "below";
  const all = `Passed ${check.passed} of ${check.of} tasks (${share(check.passed, check.of)}), ${verdict} the ${percent(check.required, digits)} asked for`;
  return judged === check.of
    ? `${all}.`
    : `${all}; of the ${judged} that reached a verdict ${check.passed} passed (${share(check.passed, judged)}).`;
}
