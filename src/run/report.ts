import type { TransportError } from "../base/index.ts";
import type { SpentBudget } from "./budget.ts";
import type { PaceReport } from "./pace/pace.ts";
import type { SinkFailure } from "./sink.ts";

/** Every way in which a run ends. */
export const runStatuses = [
  "completed",
  "cancelled",
  "stopped",
  "timed_out",
  "budget_spent",
  "unreachable",
  "sink_failed",
  "failed",
] as const;

/**
 * How a run ended. `completed`: every task has a result. `cancelled`: the caller aborted. `timed_out`: the run's time
 * limit was reached. `stopped`: the caller asked it to end in its own time. `budget_spent`: nothing more could begin within its budget. `unreachable`: a model could not be reached for so long that its tasks were left. `sink_failed`: results could not be written. `failed`: a task threw, which is a defect of the program.
 */
export type RunStatus = (typeof runStatuses)[number];

/** Models of one server that was given up. */
export interface LostModels {
  readonly names: readonly string[];
  readonly error: TransportError;
}

/** What became of a run. */
export interface RunReport {
  readonly status: RunStatus;
  /** Tasks of this run; a walk is one, whatever its turns. */
  readonly total: number;
  /** Tasks that an earlier part of the run had finished; not in `total`. */
  readonly finishedBefore: number;
  /** Tasks that got a result, and walks that have ended. The rest was not started, or was cut off by the caller or by a model that was lost. */
  readonly finished: number;
  readonly durationMs: number;
  /** Models that were given up, with what their servers said last. Their tasks have no result. */
  readonly lost: readonly LostModels[];
  /** How fast each model was asked, by its name, and what it waited for. */
  readonly paces: readonly (PaceReport & { readonly model: string })[];
  /** What stopped a run whose budget is spent; absent: nothing of it did. */
  readonly spentBudget?: SpentBudget;
  /** Sinks that failed, with the results they did not take. */
  readonly sinkFailures: readonly SinkFailure[];
  readonly warnings: readonly string[];
}
