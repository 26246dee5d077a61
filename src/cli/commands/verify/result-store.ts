import { type Results, readResultLog } from "../../../result/index.ts";
import { collectResults, type RunResults, resultOrder, runLog } from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Where the results of a run go, and how they are read afterwards. */
export interface ResultStore extends RunResults {
  /** All results, in the benchmark's order. */
  read(): Results;
  /** Keys of the run's tasks in the benchmark's order. */
  order(): Iterable<string>;
}

/** A log on disk that is kept for this run, or memory when no output is wanted. */
export function resultStore(prepared: PreparedRun, options: VerifyOptions, io: CommandIo): ResultStore {
  const { log } = prepared.outputs;
  const order = () => resultOrder(prepared.benchmark.content.questions, prepared.resolved);
  if (log === undefined) {
    const collected = collectResults();
    return { ...collected, read: () => collected.inOrder(order()), order };
  }
  const onTornLine = (line: number) =>
    warn(
      io,
      `line ${line} of ${log}, the last one, was cut off while it was written; its task is run again.`,
    );
  const resume =
    options.resume === undefined ? undefined : { retryFailed: options.retryFailed === true, onTornLine };
  return {
    ...runLog(log, { ...prepared, clock: io.clock }, { resume, isLocked: true }),
    read: () => readResultLog(log, { orderedBy: order() }),
    order,
  };
}
