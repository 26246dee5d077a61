import type { PairNumbers, RunSummary } from "../../../analysis/index.ts";
import { formatCost, formatCount, oneLine, pluralize } from "../../../base/index.ts";
import type { ResolvedConfig } from "../../../config/index.ts";
import { type RunReport, untoldRule } from "../../../run/index.ts";
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
  /** Tasks that there was no answer to judge for; they count against that share. Default 0. */
  readonly unanswered?: number | undefined;
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
  { evaluationMode, required, unanswered = 0, failed, complaints: given = [] }: OutcomeRequest,
): RunOutcome {
  const total = report.total + report.finishedBefore;
  const toRepeat = sumOf(summary, (part) => part.lackingInfrastructure);
  const failUnder =
    required === undefined ? undefined : checkFailUnder(required, summary.overall, total + unanswered);
  const further = failed === undefined ? given : [failed, ...given];
  if (wasInterrupted(report) && failed === undefined)
    return { exitCode: 130, failUnder, complaints: ["Interrupted."], toRepeat };
  const complaints = [
    ...report.sinkFailures.map((failure) => failure.error.message),
    ...leftTasks(report, total),
    ...limitLines(report, total),
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

/** Somebody at the terminal has ended it, at once or in its own time. */
const wasInterrupted = ({ status }: RunReport): boolean => status === "cancelled" || status === "stopped";

/** Which limit has ended a run, and what is left of it because of that; empty: none has. */
export function limitLines(
  { status, spentBudget, total: ofRun, finished }: RunReport,
  total: number,
): readonly string[] {
  if (status === "timed_out") return ["The run's time limit was reached."];
  if (spentBudget === undefined) return [];
  const { unit, limit, spent, untold = 0 } = spentBudget;
  const amounts = {
    costUsd: `${formatCost(spent)} of ${formatCost(limit)} ${untold > 0 ? "count as" : "are"} spent`,
    tokens: `${formatCount(spent)} of ${formatCount(limit)} tokens ${untold > 0 ? "count as" : "are"} used`,
    calls: `${formatCount(spent)} of ${formatCount(limit)} calls are made`,
  };
  const left = pluralize(ofRun - finished, "task");
  const lines = [`The run's budget allows no further task: ${amounts[unit]}; ${left} of ${total} left.`];
  if (untold === 0) return lines;
  const untoldText =
    untold === 1 ? "1 reply did not say what it used" : `${untold} replies did not say what they used`;
  return [...lines, `${untoldText}: each counts ${untoldRule}.`];
}

/** A sum over the results of questions and the turns of scenarios. */
const sumOf = ({ overall, scenarios }: RunSummary, count: (part: PairNumbers) => number): number =>
  count(overall) + (scenarios === null ? 0 : count(scenarios.turns.overall));

/** What is left because a model could not be used any more, and what to do about it. */
function leftTasks({ lost, total: ofRun, finished }: RunReport, total: number): readonly string[] {
  if (lost.length === 0) return [];
  const reasons = lost.map(({ error }) => oneLine([error.message, error.hint].filter(Boolean).join(". ")));
  return [`${pluralize(ofRun - finished, "task")} of ${total} left: ${reasons.join("; ")}`];
}

/** Which tasks failed as a whole, and which only lack a part. */
function lackingText(summary: RunSummary, total: number): string {
  const failed = sumOf(summary, ({ outcomes }) => outcomes.infrastructure_failed);
  const partly = sumOf(summary, (part) => part.lackingInfrastructure) - failed;
  const lost = sumOf(summary, ({ traits }) => traits.filter((trait) => trait.failed > 0).length);
  const parts = lost > 0 ? "traits" : "a check";
  const lacking = `${pluralize(partly, "task")} of ${total} ${partly === 1 ? "has" : "have"} ${parts} without a value because of infrastructure`;
  if (failed === 0) return lacking;
  const whole = `${pluralize(failed, "task")} of ${total} failed for infrastructure`;
  return partly === 0 ? whole : `${whole}, and ${lacking}`;
}

function missingVerdicts(summary: RunSummary, total: number): readonly string[] {
  const verdicts = sumOf(summary, ({ passRate }) => passRate.of);
  const hasNone = verdicts === 0 && total > sumOf(summary, ({ nothingToVerify }) => nothingToVerify);
  return hasNone ? ["No task reached a verdict."] : [];
}

function notEvaluable(summary: RunSummary, total: number): readonly string[] {
  const count = sumOf(summary, ({ outcomes }) => outcomes.not_evaluable);
  if (count === 0) return [];
  return [
    `${pluralize(count, "task")} of ${total} could not be evaluated: the question has no template, or one that is broken or cannot be read.`,
  ];
}

/** A trait that applied nowhere is an outcome; one that could not be judged is none. */
function missingValues({ overall, scenarios }: RunSummary): readonly string[] {
  const parts = scenarios === null ? [overall] : [overall, scenarios.turns.overall];
  const traits = parts.flatMap((part) => part.traits);
  const rubricEvaluated = parts.reduce((sum, part) => sum + part.rubricEvaluated, 0);
  const nothing = traits.every(({ n }) => n === 0) && traits.some(({ failed }) => failed > 0);
  return nothing || rubricEvaluated === 0 ? ["No trait got a value."] : [];
}
