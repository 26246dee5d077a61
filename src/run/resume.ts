import { KareninaError } from "../base/index.ts";
import {
  isUnbegunResultLog,
  lacksInfrastructure,
  type ReadLogHeader,
  readResultLogEntries,
  scanResultLog,
} from "../result/index.ts";

/** What the run that goes on is about. */
interface ResumeOptions {
  readonly benchmarkFingerprint: string;
  readonly configFingerprint: string;
  /** Also repeat tasks whose infrastructure failed. Default false. Reads every result once. */
  readonly retryFailed?: boolean;
}

/** What an interrupted run has left. */
interface ResumeState {
  /** The log's first line; null when the run ended before it was written. */
  readonly header: ReadLogHeader | null;
  /** Keys of the tasks that need not be run again; give them to {@link planTasks}. */
  readonly finished: ReadonlySet<string>;
  /** Finished tasks that are to be repeated because of `retryFailed`. */
  readonly repeated: number;
  /** The number of a last line that a crash cut off, whose task is run again; null when there is none. */
  readonly tornLine: number | null;
}

/**
 * Reads which tasks of a results log are finished. Only their keys are kept in memory. What a crash left of a last line
 * does not count; opening the log for appending removes it. A repeated task gets a second line in the log, and the last
 * line counts.
 *
 * Throws `KareninaError` with code `configuration` when the log belongs to another benchmark or other settings,
 * `file_not_found`, `file_unreadable` for a damaged line, `invalid_input` for another kind of file and
 * `format_from_future`.
 *
 * @example
 * const { finished } = await readResumeState("run.jsonl", { benchmarkFingerprint, configFingerprint });
 * const plan = planTasks({ ...run, finished });
 */
export async function readResumeState(logPath: string, expected: ResumeOptions): Promise<ResumeState> {
  if (await isUnbegunResultLog(logPath))
    return { header: null, finished: new Set(), repeated: 0, tornLine: null };
  const { header, lineOfTask, tornLine } = await scanResultLog(logPath);
  requireSameRun(logPath, header, expected);
  const finished = new Set(lineOfTask.keys());
  if (expected.retryFailed) await removeFailed(logPath, finished);
  return { header, finished, repeated: lineOfTask.size - finished.size, tornLine };
}

async function removeFailed(logPath: string, finished: Set<string>): Promise<void> {
  for await (const { task, result } of readResultLogEntries(logPath)) {
    if (lacksInfrastructure(result)) finished.delete(task);
  }
}

function requireSameRun(logPath: string, header: ReadLogHeader, expected: ResumeOptions): void {
  const changed = [
    ...(header.benchmark.fingerprint === expected.benchmarkFingerprint ? [] : ["the benchmark has changed"]),
    ...(header.configFingerprint === expected.configFingerprint ? [] : ["the settings have changed"]),
  ];
  if (changed.length === 0) return;
  throw new KareninaError(
    "configuration",
    `Cannot resume ${logPath}: since that run was started, ${changed.join(" and ")}.`,
    {
      hint: `Go back to what the run was started with (benchmark "${header.benchmark.name}", ${header.startedAt}), or start a new run into another file.`,
    },
  );
}
