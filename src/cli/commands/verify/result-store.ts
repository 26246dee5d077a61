import { type OpenedResults, openRunLog, resultOrder } from "../../../config/index.ts";
import { taskKey } from "../../../pipeline/index.ts";
import { type Results, readResultLog, type VerificationResult } from "../../../result/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import type { PreparedRun } from "./prepare-run.ts";
import type { VerifyOptions } from "./verify-command.ts";

/** Where the results of a run go, and how they are read afterwards. */
export interface ResultStore {
  open(): Promise<OpenedResults>;
  /** All results, in the benchmark's order. */
  read(): Results;
  /** Keys of the run's tasks in the benchmark's order. */
  order(): Iterable<string>;
}

/** A log on disk, or memory when no output is wanted. */
export function resultStore(prepared: PreparedRun, options: VerifyOptions, io: CommandIo): ResultStore {
  const { log } = prepared.outputs;
  const order = () => resultOrder(prepared.benchmark.content.questions, prepared.resolved);
  if (log === undefined) return inMemory(order);
  const onTornLine = (line: number) =>
    warn(
      io,
      `line ${line} of ${log}, the last one, was cut off while it was written; its task is run again.`,
    );
  const resume =
    options.resume === undefined ? undefined : { retryFailed: options.retryFailed === true, onTornLine };
  return {
    open: () => openRunLog(log, { ...prepared, clock: io.clock }, resume),
    read: () => readResultLog(log, { orderedBy: order() }),
    order,
  };
}

function inMemory(order: () => Iterable<string>): ResultStore {
  const results = new Map<string, VerificationResult>();
  return {
    open: async () => ({
      sink: {
        name: "memory",
        write(result, task) {
          results.set(taskKey(task), result);
        },
      },
      finished: new Set(),
    }),
    *read() {
      for (const key of order()) {
        const result = results.get(key);
        if (result !== undefined) yield result;
      }
    },
    order,
  };
}
