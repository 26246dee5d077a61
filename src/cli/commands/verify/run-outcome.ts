import type { RunSummary } from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import type { ResolvedConfig } from "../../../config/index.ts";
import type { RunReport } from "../../../run/index.ts";
import type { ExitCode } from "../../command-io.ts";
import { checkFailUnder, type FailUnder } from "./fail-under.ts";

/** What a run came to, as far as the exit code is concerned. */
export interface RunOutcome {
  readonly exitCode: ExitCode;
  readonly failUnder: FailUnder | undefined;
  /** Why the exit code is not 0, for people; empty when it is. */
  readonly complaints: readonly string[];
  /** Tasks that reached no outcome about model or judge; they can be repeated. */
  readonly toRepeat: number;
}

/** What the exit code depends on beside the results. */
interface OutcomeRequest {
  readonly evaluationMode: ResolvedConfig["evaluationMode"];
  /** Share of tasks that must pass. */
  readonly required: number | undefined;
  /** What ended the run, where it was not interrupted by somebody. */
  readonly failed?: string | undefined;
  /** What else keeps the run from being a success. */
  readonly complaints?: readonly string[];
}

/**
 * Decides about the exit code: a complete run is a success also with wrong answers and failed judges; a run whose
 * infrastructure failed somewhere is not complete, nor is one with questions that could not be evaluated at all.
 */
export function runOutcome(
  report: RunReport,
  summary: RunSummary,
  { evaluationMode, required, failed, complaints: given = [] }: OutcomeRequest,
): RunOutcome {
  const total = report.total + report.finishedBefore;
  const toRepeat = summary.overall.lackingInfrastructure;
  const failUnder = required === undefined ? undefined : checkFailUnder(required, summary.overall, total);
  const further = failed === undefined ? given : [failed, ...given];
  if (report.status === "cancelled" && failed === undefined)
    return { exitCode: 130, failUnder, complaints: ["Interrupted."], toRepeat };
  const complaints = [
    ...report.sinkFailures.map((failure) => failure.error.message),
    ...leftTasks(report, total),
    ...(report.status === "timed_out" ? ["The run's time limit was reached."] : []),
    ...(evaluationMode === "rubric_only" ? missingValues(summary) : missingVerdicts(summary, total)),
    ...notEvaluable(summary, total),
    ...further,
    ...(toRepeat > 0 ? [`The run is incomplete: ${lackingText(summary, total)}.`] : []),
  ];
  const missed = failUnder !== undefined && !failUnder.met;
  return {
    exitCode: complaints.length > 0 || missed || report.status !== "completed" ? 1 : 0,
    failUnder,
    complaints,
    toRepeat,
  };
}

/** What is left because a model could not be used any more, and what to do about it. */
function leftTasks({ lost, total: ofRun, finished }: RunReport, total: number): readonly string[] {
  if (lost.length === 0) return [];
  const reasons = lost.map(({ error }) => oneLine([error.message, error.hint].filter(Boolean).join(". ")));
  return [`${pluralize(ofRun - finished, "task")} of ${total} left: ${reasons.join("; ")}`];
}

/** Which tasks failed as a whole, and which only lack a part. */
function lackingText({ overall }: RunSummary, total: number): string {
  const failed = overall.outcomes.infrastructure_failed;
  const partly = overall.lackingInfrastructure - failed;
  const parts = overall.traits.some((trait) => trait.failed > 0) ? "traits" : "a check";
  const lacking = `${pluralize(partly, "task")} of ${total} ${partly === 1 ? "has" : "have"} ${parts} without a value because of infrastructure`;
  if (failed === 0) return lacking;
  const whole = `${pluralize(failed, "task")} of ${total} failed for infrastructure`;
  return partly === 0 ? whole : `${whole}, and ${lacking}`;
}

function missingVerdicts(
  { overall: { passRate, nothingToVerify } }: RunSummary,
  total: number,
): readonly string[] {
  return passRate.of === 0 && total > nothingToVerify ? ["No task reached a verdict."] : [];
}

function notEvaluable({ overall: { outcomes } }: RunSummary, total: number): readonly string[] {
  const count = outcomes.not_evaluable;
  if (count === 0) return [];
  return [
    `${pluralize(count, "task")} of ${total} could not be evaluated: the question has no template, or one that is broken or cannot be read.`,
  ];
}

/** A trait that applied nowhere is an outcome; one that could not be judged is none. */
function missingValues({ overall: { rubricEvaluated, traits } }: RunSummary): readonly string[] {
  const nothing = traits.every(({ n }) => n === 0) && traits.some(({ failed }) => failed > 0);
  return nothing || rubricEvaluated === 0 ? ["No trait got a value."] : [];
}
