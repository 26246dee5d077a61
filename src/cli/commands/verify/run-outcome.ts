import type { RunSummary } from "../../../analysis/index.ts";
import type { RunReport } from "../../../run/index.ts";
import type { ExitCode } from "../../command-io.ts";
import { checkFailUnder, type FailUnder } from "./fail-under.ts";

/** What a run came to, as far as the exit code is concerned. */
export interface RunOutcome {
  readonly exitCode: ExitCode;
  readonly failUnder: FailUnder | undefined;
  /** Why the exit code is not 0, for people; empty when it is. */
  readonly complaints: readonly string[];
}

/** Decides about the exit code: a completed run is a success also with wrong answers and some failed tasks. */
export function runOutcome(report: RunReport, summary: RunSummary, required: number | undefined): RunOutcome {
  const { outcomes } = summary.overall;
  const total = report.total + report.finishedBefore;
  const failUnder = required === undefined ? undefined : checkFailUnder(required, outcomes, total);
  if (report.status === "cancelled") return { exitCode: 130, failUnder, complaints: ["Interrupted."] };
  const judged = outcomes.pass + outcomes.wrong + outcomes.no_answer;
  const complaints = [
    ...report.sinkFailures.map((failure) => failure.error.message),
    ...(report.status === "timed_out" ? ["The run's time limit was reached."] : []),
    ...(judged === 0 && total > outcomes.unscored ? ["No task reached a verdict."] : []),
  ];
  const missed = failUnder !== undefined && !failUnder.met;
  return {
    exitCode: complaints.length > 0 || missed || report.status !== "completed" ? 1 : 0,
    failUnder,
    complaints,
  };
}
