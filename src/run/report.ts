import type { SinkFailure } from "./sink.ts";

/**
 * How a run ended. `completed`: every task has a result. `cancelled`: the caller aborted. `timed_out`: the run's time
 * limit was reached. `sink_failed`: results could not be written. `failed`: a task threw, which is a defect of the program.
 */
export type RunStatus = "completed" | "cancelled" | "timed_out" | "sink_failed" | "failed";

/** What became of a run. */
export interface RunReport {
  readonly status: RunStatus;
  /** Tasks of this run. */
  readonly total: number;
  /** Tasks that an earlier part of the run had finished; not in `total`. */
  readonly finishedBefore: number;
  /** Tasks that got a result. The rest was not started, or was cut off by the caller. */
  readonly finished: number;
  readonly durationMs: number;
  /** Sinks that failed, with the results they did not take. */
  readonly sinkFailures: readonly SinkFailure[];
  readonly warnings: readonly string[];
}
