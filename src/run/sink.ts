import { KareninaError, messageOf } from "../base/index.ts";
import { type Task, taskKey, walkKey } from "../pipeline/index.ts";
import type { ResultLogWriter, VerificationResult } from "../result/index.ts";
import type { EndedWalk } from "./walk-guide.ts";

/** Takes the results of a run, such as a file that grows with them. */
export interface ResultSink {
  /** Named in messages when it fails, such as the file's path. */
  readonly name: string;
  /**
   * Takes one result, which is safe when this returns or its promise resolves. Called in the order in which tasks finish, also while earlier writes
   * are under way.
   */
  write(result: VerificationResult, task: Task): void | Promise<void>;
  /** Takes one walk through a scenario that has ended, after the results of its turns; alike. */
  writeWalk?(walk: EndedWalk): void | Promise<void>;
  /** Aborted when somebody has ended the run where its results go: nothing new starts, what runs is finished and kept. */
  readonly cancelled?: AbortSignal;
  /** Called once at the end of the run, however it ended, also after a failed write. */
  close?(): void | Promise<void>;
}

/**
 * A sink that appends every result to an open results log, and closes it at the end. `file` is named in messages.
 *
 * @param placeOf where a question or a scenario stands in the run, from 0, for those who read the log
 */
export function logSink(
  file: string,
  log: ResultLogWriter,
  placeOf?: (item: { readonly question: string } | { readonly scenario: string }) => number | undefined,
): ResultSink {
  return {
    name: file,
    write: (result, task) =>
      log.append(taskKey(task), result, {
        place: placeOf?.(task.turn === undefined ? { question: task.question.id } : task.turn),
        walk: walkKey(task),
      }),
    writeWalk: ({ key, record }) =>
      log.appendWalk(key, record, { place: placeOf?.({ scenario: record.scenarioId }) }),
    close: () => log[Symbol.asyncDispose](),
  };
}

/** A sink that could not take results. */
export interface SinkFailure {
  readonly sink: string;
  readonly error: KareninaError;
  /** The results it did not take, in memory. */
  readonly unwritten: readonly VerificationResult[];
}

/** All sinks of a run as one that never throws. */
interface Sinks {
  /** Writes that are under way. */
  readonly pending: number;
  write(result: VerificationResult, task: Task): void;
  writeWalk(walk: EndedWalk): void;
  /** Waits for all writes, closes every sink and tells which ones failed. */
  close(): Promise<readonly SinkFailure[]>;
}

interface OpenSink {
  readonly sink: ResultSink;
  readonly unwritten: VerificationResult[];
  error: unknown;
  failed: boolean;
}

/** Joins sinks: one that fails gets nothing more, the others go on. `changed` is called after every write that was pending. */
export function joinSinks(
  sinks: readonly ResultSink[],
  { changed, failed }: { readonly changed: () => void; readonly failed: () => void },
): Sinks {
  const open = sinks.map((sink): OpenSink => ({ sink, unwritten: [], error: undefined, failed: false }));
  const writes = new Set<Promise<void>>();

  function fail(target: OpenSink, error: unknown): void {
    if (target.failed) return;
    target.failed = true;
    target.error = error;
    failed();
  }

  function start(target: OpenSink, write: () => void | Promise<void>, failed: () => void): void {
    const failedWith = (error: unknown) => {
      failed();
      fail(target, error);
    };
    try {
      const written = write();
      if (written === undefined) return;
      const done = Promise.resolve(written)
        .catch(failedWith)
        .then(() => {
          writes.delete(done);
          changed();
        });
      writes.add(done);
    } catch (error) {
      failedWith(error);
    }
  }

  return {
    get pending() {
      return writes.size;
    },
    write(result, task) {
      for (const target of open) {
        const keep = () => void target.unwritten.push(result);
        if (target.failed) keep();
        else start(target, () => target.sink.write(result, task), keep);
      }
    },
    writeWalk(walk) {
      for (const target of open)
        if (!target.failed)
          start(
            target,
            () => target.sink.writeWalk?.(walk),
            () => undefined,
          );
    },
    async close() {
      await Promise.all(writes);
      for (const target of open) {
        try {
          await target.sink.close?.();
        } catch (error) {
          fail(target, error);
        }
      }
      return open.filter((target) => target.failed).map(sinkFailure);
    },
  };
}

function sinkFailure({ sink, error, unwritten }: OpenSink): SinkFailure {
  const many = `${unwritten.length} finished ${unwritten.length === 1 ? "result" : "results"}`;
  const lost = unwritten.length === 0 ? "" : ` ${many} did not get there.`;
  return {
    sink: sink.name,
    unwritten,
    error: new KareninaError(
      "file_unwritable",
      `Results could not be written to ${sink.name}: ${messageOf(error).replace(/\.$/, "")}.${lost}`,
      {
        hint: "Make room or choose another place, then resume the run: what was written before is kept.",
        cause: error,
      },
    ),
  };
}
