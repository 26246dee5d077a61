import type { OutcomeCounts } from "../../../result/index.ts";

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
export function checkFailUnder(required: number, outcomes: OutcomeCounts, total: number): FailUnder {
  const of = total - outcomes.unscored;
  const rate = of > 0 ? outcomes.pass / of : null;
  // a share like 0.7 of 10 is not exact in binary
  return { required, passed: outcomes.pass, of, rate, met: rate !== null && rate >= required - 1e-9 };
}

/** A share in percent with one decimal, so that just below reads as below; rounded towards 0. */
function percent(share: number): string {
  return `${Math.floor(share * 1000 + 1e-6) / 10} %`;
}

/** The comparison as a sentence, with the rate among tasks that reached a verdict beside it. */
export function failUnderText(check: FailUnder, outcomes: OutcomeCounts): string {
  const judged = outcomes.pass + outcomes.wrong + outcomes.no_answer;
  const share = (part: number, whole: number) => (whole === 0 ? "none" : percent(part / whole));
  const verdict = check.met ? "at or above" : "below";
  const all = `Passed ${check.passed} of ${check.of} tasks (${share(check.passed, check.of)}), ${verdict} the ${percent(check.required)} asked for`;
  return judged === check.of
    ? `${all}.`
    : `${all}; of the ${judged} that reached a verdict ${check.passed} passed (${share(check.passed, judged)}).`;
}
