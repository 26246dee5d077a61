import type { PaidReplies } from "../models/recording/index.ts";
import type { Task } from "../pipeline/index.ts";
import type { StageRecord, VerificationResult } from "../result/index.ts";
import type { EarlierPart, ResultSink } from "../run/index.ts";
import type { KeyedTask } from "./reuse/task-keys.ts";

/** What an earlier part of a run has finished. */
export interface FinishedPart {
  /** Keys of tasks and walks. */
  readonly finished: ReadonlySet<string>;
  /** The results of the turns of walks that are not over, by the keys of the walks. Absent: there are none. */
  readonly walks?: ReadonlyMap<string, readonly VerificationResult[]>;
  /** What was done beside the turns of those that the end of the run cut. Absent: nothing. */
  readonly besideTurns?: ReadonlyMap<string, readonly StageRecord[]>;
  readonly earlier?: EarlierPart;
}

/** Where results go as soon as they are there, and what is there already. */
export interface RunResults {
  /** Keys of tasks that are not to be run again, and what they came to. Writes nothing. */
  finished(): Promise<FinishedPart>;
  /**
   * Opens where results go; called once the run can begin, so that nothing is left behind when it cannot.
   *
   * @param tasks how many the run has, those finished before among them
   */
  open(tasks: number, run: BegunRun): Promise<RunSink>;
}

/** What those that take its results know of a run. */
export interface BegunRun {
  /** True: the task has no place in it. */
  readonly isLeft: (task: KeyedTask) => boolean;
  /** Told, while the run goes on, what cannot be kept. */
  readonly notify: (text: string) => void;
}

/** Takes results, and what is paid for them before they are there. */
export interface RunSink extends ResultSink {
  /** What was paid for a task. Absent: it is kept nowhere. */
  readonly paid?: ((task: Task) => PaidReplies | undefined) | undefined;
}
