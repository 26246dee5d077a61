import { KareninaError } from "../base/index.ts";
import {
  isUnbegunResultLog,
  lacksInfrastructure,
  type ReadLogHeader,
  readResultLogEntries,
  readResultLogHeader,
} from "../result/index.ts";
import { countEarlierPart, type EarlierPart } from "./earlier-part.ts";

/** What the run that goes on is about. */
interface ResumeOptions {
  readonly benchmarkFingerprint: string;
  readonly configFingerprint: string;
  /** Also repeat tasks whose infrastructure failed. Default false. */
  readonly retryFailed?: boolean;
}

/** What an interrupted run has left. */
interface ResumeState {
  /** The log's first line; null when the run ended before it was written. */
  readonly header: ReadLogHeader | null;
  /** Keys of the tasks that need not be run again; give them to {@link planTasks}. */
  readonly finished: ReadonlySet<string>;
  /** What those tasks came to. */
  readonly earlier: EarlierPart;
  /** Finished tasks that are to be repeated because of `retryFailed`. */
  readonly repeated: number;
  /** The number of a last line that a crash cut off, whose task is run again; null when there is none. */
  readonly tornLine: number | null;
}

/**
 * Reads which tasks of a results log are finished, and what they came to. Only their keys are kept in memory. What a crash left of a last line
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
  const finished = new Set<string>();
  const counted = countEarlierPart();
  let [repeated, tornLine]: [number, number | null] = [0, null];
  const state = (header: ReadLogHeader | null) => {
    return { header, finished, earlier: counted.part(), repeated, tornLine };
  };
  if (await isUnbegunResultLog(logPath)) return state(null);
  const header = await readResultLogHeader(logPath);
  requireSameRun(logPath, header, expected);
  const onTornLine = (line: number) => {
    tornLine = line;
  };
  for await (const { task, result } of readResultLogEntries(logPath, { onTornLine })) {
    if (expected.retryFailed && lacksInfrastructure(result)) repeated++;
    else {
      finished.add(task);
      counted.add(result);
    }
  }
  return state(header);
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
