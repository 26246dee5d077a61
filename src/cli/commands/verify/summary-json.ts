import type { GateVerdict, RunSummary, VerifyMembers } from "../../../analysis/index.ts";
import type { RunReport } from "../../../run/index.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { OutputPlan } from "./plan-outputs.ts";
import type { RunOutcome } from "./run-outcome.ts";

/** What the summary for programs is made of. */
interface SummaryJsonParts {
  readonly benchmarkName: string;
  readonly runName: string | null;
  readonly report: RunReport;
  readonly summary: RunSummary;
  readonly outcome: RunOutcome;
  readonly outputs: OutputPlan;
  /** Absent when the log is gone, or there was none. */
  readonly log: string | undefined;
  readonly resumeCommand: string | undefined;
  /** Empty where none were given. */
  readonly gates: readonly GateVerdict[];
}

/** The summary for programs, as `schemas/summary.schema.json` has it. Keys are snake_case; durations in seconds, shares from 0 to 1. */
export function summaryJson(parts: SummaryJsonParts): unknown {
  const { report, summary, outcome, outputs } = parts;
  const ofRun: VerifyMembers = {
    benchmark: parts.benchmarkName,
    runName: parts.runName,
    status: report.status,
    exitCode: outcome.exitCode,
    tasks: {
      total: report.total + report.finishedBefore,
      finished: report.finished + report.finishedBefore,
      finishedBefore: report.finishedBefore,
    },
    durationSeconds: report.durationMs / 1000,
    failUnder: outcome.failUnder ?? null,
    complaints: outcome.complaints,
    lost: report.lost.map(({ names, error }) => ({ models: names, reason: error.message })),
    warnings: report.warnings,
    log: parts.log ?? null,
    outputs: outputs.exports.map((file) => file.path),
    resumeCommand: parts.resumeCommand ?? null,
  };
  return snakeKeys({ ...ofRun, ...summary, gates: parts.gates });
}
