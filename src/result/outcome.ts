import { noTemplateId } from "../template/index.ts";
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

/** Replies that were taken from the store of replies. */
export const storedReplies = ({ stages }: Pick<VerificationResult, "stages">): number =>
  stages.reduce((sum, stage) => sum + (stage.storedReplies ?? 0), 0);

/** True where nothing of a result was taken over from an earlier run, so that its time and cost are those of its task. */
export const isWholeWork = (result: Pick<VerificationResult, "metadata" | "stages">): boolean =>
  result.metadata.reused === null && storedReplies(result) === 0;

/** True where a template is to be verified, so that the result can be a pass. */
export function isToVerify({
  evaluationMode,
  templateId,
}: Pick<VerificationResult["metadata"], "evaluationMode" | "templateId">): boolean {
  if (evaluationMode === "rubric_only") return false;
  return evaluationMode !== "template_and_rubric" || templateId !== noTemplateId;
}

/**
 * What a result counts as. Where there is a failure its category decides, whatever the verdict: a failure is no pass, and
 * a fault is no wrong answer. Where nothing was to be verified no answer is `wrong`: it is `auto_failed`, or `unscored`
 * where nothing failed.
 */
export function outcomeOf(result: Pick<VerificationResult, "metadata" | "template">): Outcome {
  const outcome = storedOutcome(result);
  return outcome === "wrong" && !isToVerify(result.metadata) ? "auto_failed" : outcome;
}

function storedOutcome({ metadata, template }: Pick<VerificationResult, "metadata" | "template">): Outcome {
  if (metadata.failure !== null) return failureOutcome(metadata.failure.category);
  const verifyResult = template?.verifyResult ?? null;
  if (verifyResult === null) return "unscored";
  if (verifyResult) return "pass";
  return template?.abstentionOverrideApplied || template?.sufficiencyOverrideApplied ? "no_answer" : "wrong";
}

/** True for a result that could be a pass: its question had a template, and the run was to verify it. */
export function hadTemplate(result: Pick<VerificationResult, "metadata" | "template">): boolean {
  return isToVerify(result.metadata) && outcomeOf(result) !== "unscored";
}

/** How many results there are of each outcome. */
export type OutcomeCounts = { [O in Outcome]: number };

/** What an answer that is no pass counts as. */
export const unpassedOutcomes: readonly Outcome[] = ["wrong", "no_answer", "auto_failed"];

/** What a result counts as that failed through no fault of the model under test. */
export const failedOutcomes: readonly Outcome[] = ["judge_failed", "infrastructure_failed", "not_evaluable"];

/** How many results have one of these outcomes. */
export function sumOutcomes(counts: OutcomeCounts, outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);
}

/** A count of zero for each outcome, to be added to. */
export function noOutcomes(): OutcomeCounts {
  return {
    pass: 0,
    wrong: 0,
    no_answer: 0,
    auto_failed: 0,
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

/**
 * The pass rate of counted results, those with a template. Failures of judge or infrastructure, broken templates and
 * unscored results are left out.
 */
export function passShare(counts: OutcomeCounts): PassShare {
  const of = counts.pass + counts.wrong + counts.no_answer;
  return { passed: counts.pass, of, rate: of === 0 ? null : counts.pass / of };
}

/** What says something about the model under test: a walk goes on with it, by the way that its graph has for it. */
const routable: ReadonlySet<Outcome> = new Set<Outcome>([
  "pass",
  "wrong",
  "no_answer",
  "auto_failed",
  "unscored",
]);

/** The failure of a turn that ends its walk; null: the walk goes on. */
export const failureOfWalk = (
  result: Pick<VerificationResult, "metadata" | "template">,
): VerificationResult["metadata"]["failure"] =>
  routable.has(outcomeOf(result)) ? null : result.metadata.failure;
