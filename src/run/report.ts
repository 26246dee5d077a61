import type { TransportError } from "../base/index.ts";
import type { SinkFailure } from "./sink.ts";

/**
 * How a run ended. `completed`: every task has a result. `cancelled`: the caller aborted. `timed_out`: the run's time
 * limit was reached. `unreachable`: a model could not be reached for so long that its tasks were left. `sink_failed`: results could not be written. `failed`: a task threw, which is a defect of the program.
 */
export type RunStatus = "completed" | "cancelled" | "timed_out" | "unreachable" | "sink_failed" | "failed";

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
  /** Sinks that failed, with the results they did not take. */
  readonly sinkFailures: readonly SinkFailure[];
  readonly warnings: readonly string[];
}
