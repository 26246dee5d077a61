import { taskKey } from "../pipeline/index.ts";
import type { ResultLogWriter } from "../result/index.ts";
import type { ResultSink } from "./sink.ts";

/** A sink that appends every result to an open results log, and closes it at the end. `file` is named in messages. */
export function logSink(file: string, log: ResultLogWriter): ResultSink {
  return {
    name: file,
    write: (result, task) => log.append(taskKey(task), result),
    close: () => log[Symbol.asyncDispose](),
  };
}
