import { failureOutcome, type Outcome } from "./failure.ts";
import type { VerificationResult } from "./verification-result.ts";

/**
 * True where infrastructure failed on the way, whether or not there is a verdict: the whole task, or only a check or
 * traits that the result then goes without. Such tasks are worth repeating.
 */
export function lacksInfrastructure(result: Pick<VerificationResult, "metadata" | "template">): boolean {
  return (
    outcomeOf(result) === "infrastructure_failed" || result.metadata.caveats.includes("infrastructure_failed")
  );
}

/**
 * What a result counts as. A verdict of true is a pass whatever else went wrong. A verdict of false is `no_answer`
 * or `wrong`, as its failure says. Without a verdict the failure's category decides, and without a failure the
 * result is `unscored`.
 */
export function outcomeOf(result: Pick<VerificationResult, "metadata" | "template">): Outcome {
  const { failure } = result.metadata;
  const verifyResult = result.template?.verifyResult ?? null;
  if (verifyResult === true) return "pass";
  const fromFailure = failure === null ? null : failureOutcome(failure.category);
  if (verifyResult === null) return fromFailure ?? "unscored";
  if (fromFailure !== null) return fromFailure === "no_answer" ? "no_answer" : "wrong";
  const refused = result.template?.abstentionOverrideApplied || result.template?.sufficiencyOverrideApplied;
  return refused ? "no_answer" : "wrong";
}

/** How many results there are of each outcome. */
export type OutcomeCounts = { [O in Outcome]: number };

/** A count of zero for each outcome, to be added to. */
export function noOutcomes(): OutcomeCounts {
  return {
    pass: 0,
    wrong: 0,
    no_answer: 0,
    judge_failed: 0,
    infrastructure_failed: 0,
    not_evaluable: 0,
    unscored: 0,
  };
}

/** Counts results by outcome. */
export function countOutcomes(results: Iterable<VerificationResult>): OutcomeCounts {
  const counts = noOutcomes();
  for (const result of results) counts[outcomeOf(result)]++;
  return counts;
}

/** A pass rate with its denominator. */
export interface PassShare {
  readonly passed: number;
  /** Results that say something about the model: pass, wrong and no answer. */
  readonly of: number;
  /** `passed / of`; null when there is nothing to divide by. */
  readonly rate: number | null;
}

/** The pass rate of counted results. Failures of judge or infrastructure, broken templates and unscored results are left out. */
export function passShare(counts: OutcomeCounts): PassShare {
  const of = counts.pass + counts.wrong + counts.no_answer;
  return { passed: counts.pass, of, rate: of === 0 ? null : counts.pass / of };
}
