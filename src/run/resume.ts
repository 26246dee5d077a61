import { KareninaError } from "../base/index.ts";
import { isTaskAbout } from "../pipeline/index.ts";
import {
  isUnbegunResultLog,
  lacksInfrastructure,
  type OutcomeKind,
  type ReadLogHeader,
  readResultLogEntries,
  readResultLogHeader,
  readResultLogWalks,
  resultMark,
  type StageRecord,
  type TakenOver,
  turnMarks,
  type VerificationResult,
  walkDoubt,
  walkName,
} from "../result/index.ts";
import { countEarlierPart, type EarlierPart } from "./earlier-part.ts";

/** What the run that goes on is about. */
interface ResumeOptions {
  readonly benchmarkFingerprint: string;
  readonly configFingerprint: string;
  /** Also repeat tasks whose infrastructure failed. Default false. */
  readonly retryFailed?: boolean;
  /** What the criteria of the run's scenarios may say, by scenario and name. Default: not known. */
  readonly criteria?: ReadonlyMap<string, ReadonlyMap<string, OutcomeKind>>;
  /** Absent: the run takes over nothing. */
  readonly reuse?: ResumedReuse | undefined;
  /** The keys of the run's tasks. Default: not known. */
  readonly tasks?: ReadonlySet<string> | undefined;
}

/** What a run takes over from elsewhere, by what is there now. */
export interface ResumedReuse {
  /** False for a result whose answer was taken over and is another one by now. */
  keepsAnswer(result: VerificationResult): boolean;
  readonly takenOver: TakenOver;
  /** Where it comes from, as messages call it. */
  readonly source: { readonly name: string };
}

/** What an interrupted run has left. */
interface ResumeState {
  /** The log's first line; null when the run ended before it was written. */
  readonly header: ReadLogHeader | null;
  /** Keys of the tasks and walks that need not be run again; give them to {@link planTasks}. */
  readonly finished: ReadonlySet<string>;
  /** The results of the turns of walks that have begun and are not over, by the keys of the walks, in the order of the turns. */
  readonly walks: ReadonlyMap<string, readonly VerificationResult[]>;
  /** What was done beside the turns of walks that the end of the run cut, by their keys. */
  readonly besideTurns: ReadonlyMap<string, readonly StageRecord[]>;
  /** What those tasks came to. */
  readonly earlier: EarlierPart;
  /** Keys of finished tasks and walks that are to be repeated because of `retryFailed`. */
  readonly repeated: ReadonlySet<string>;
  /** The number of a last line that a crash cut off, whose task is run again; null when there is none. */
  readonly tornLine: number | null;
  /** Why the records of walks are not believed, a sentence each; they count as begun. */
  readonly doubts: readonly string[];
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
  const repeated = new Set<string>();
  let tornLine: number | null = null;
  const doubts: string[] = [];
  const walks = new Map<string, VerificationResult[]>();
  const besideTurns = new Map<string, readonly StageRecord[]>();
  const state = (header: ReadLogHeader | null) => {
    return { header, finished, walks, besideTurns, earlier: counted.part(), repeated, tornLine, doubts };
  };
  if (await isUnbegunResultLog(logPath)) return state(null);
  const header = await readResultLogHeader(logPath);
  requireSameRun(logPath, header, expected);
  const onTornLine = (line: number) => {
    tornLine = line;
  };
  const isRepeated = (result: VerificationResult) =>
    expected.retryFailed === true && lacksInfrastructure(result);
  const ended = await endedWalks(logPath, header, expected, { doubts, besideTurns });
  const reopened = new Set<string>();
  for await (const { task, walk, result } of readResultLogEntries(logPath, { onTornLine })) {
    if (walk === null) requireOwnTask(logPath, task, result, expected);
    if (expected.reuse?.keepsAnswer(result) === false) throw otherAnswers(logPath, result);
    const over = ended.get(walk ?? "");
    if (walk !== null && over === undefined) addTurn(walks, walk, result);
    if (walk !== null && over !== undefined) {
      const isOther = over.marks[result.metadata.scenarioTurn ?? -1] !== resultMark(result);
      if (isOther && !reopened.has(walk))
        doubts.push(over.doubt("says something else of a turn than its result"));
      if (isOther || isRepeated(result)) reopened.add(walk);
      if (isRepeated(result)) repeated.add(walk);
    }
    if (isRepeated(result)) repeated.add(task);
    else {
      finished.add(task);
      counted.add(result);
    }
  }
  // only now, as the answer to a question that can be named says more
  requireSameTaken(logPath, header, expected);
  for (const walk of ended.keys()) if (!reopened.has(walk)) finished.add(walk);
  if (reopened.size > 0)
    for await (const { walk, result } of readResultLogEntries(logPath))
      if (walk !== null && reopened.has(walk)) addTurn(walks, walk, result);
  for (const turns of walks.values()) {
    const repeatedFrom = turns.findIndex(isRepeated);
    if (repeatedFrom !== -1) turns.splice(repeatedFrom);
  }
  return state(header);
}

/** A walk that is over by its record. */
interface EndedWalk {
  /** What its record says of each turn, see `turnMarks`. */
  readonly marks: readonly string[];
  /** Why it is not believed, as a sentence. */
  readonly doubt: (why: string) => string;
}

/** The walks that are over, by their keys, but for those whose record contradicts itself or its scenario. */
async function endedWalks(
  logPath: string,
  { scenarios }: ReadLogHeader,
  { criteria }: ResumeOptions,
  { doubts, besideTurns }: { doubts: string[]; besideTurns: Map<string, readonly StageRecord[]> },
): Promise<ReadonlyMap<string, EndedWalk>> {
  const ended = new Map<string, EndedWalk>();
  for await (const { walk, record, turns } of readResultLogWalks(logPath)) {
    if (record.status === "timeout") {
      besideTurns.set(walk, record.stages);
      continue;
    }
    const scenario = scenarios?.find(({ name }) => name === record.scenarioId);
    const name = walkName(record);
    const doubt = (why: string) =>
      `the record of the walk ${name} in ${logPath} ${why}; its end is worked out again from its turns.`;
    const why = await walkDoubt(record, { turns, scenario, criteria: criteria?.get(record.scenarioId) });
    const marks = turnMarks(record);
    if (why === undefined) ended.set(walk, { marks, doubt });
    else doubts.push(doubt(why));
  }
  return ended;
}

/** A turn that was repeated makes void those that came after it before; what stands behind a gap does not count. */
function addTurn(walks: Map<string, VerificationResult[]>, walk: string, result: VerificationResult): void {
  const turns = walks.get(walk) ?? [];
  walks.set(walk, turns);
  const number = result.metadata.scenarioTurn ?? 0;
  if (number <= turns.length) turns.splice(number, turns.length, result);
}

/** What another run found, or another task, would be counted as this one's. */
function requireOwnTask(
  logPath: string,
  task: string,
  { metadata: { questionId } }: VerificationResult,
  { tasks }: ResumeOptions,
): void {
  const isKnown = tasks === undefined || tasks.has(task);
  if (isKnown && isTaskAbout(task, questionId)) return;
  const what = isKnown
    ? `the line of the task ${JSON.stringify(task)} has a result of the question "${questionId}"`
    : `it has a result of the task ${JSON.stringify(task)}, which this run does not have`;
  throw new KareninaError("invalid_input", `Cannot resume ${logPath}: ${what}.`, {
    hint: "Remove the line to go on without that result.",
  });
}

function otherAnswers(logPath: string, { metadata: { questionId } }: VerificationResult): KareninaError {
  return new KareninaError(
    "configuration",
    `Cannot resume ${logPath}: since that run was started, the answers that it takes over have changed, such as that to question "${questionId}".`,
    {
      hint: "Results of one run are about one set of answers: bring those answers back, or start a new run into another file.",
    },
  );
}

/** Of a run that by now is about other questions only what it has worked on can be compared. */
function requireSameTaken(logPath: string, { takenOver }: ReadLogHeader, { reuse }: ResumeOptions): void {
  if (reuse === undefined || takenOver?.questions !== reuse.takenOver.questions) return;
  if (takenOver.content === reuse.takenOver.content) return;
  const { name } = reuse.source;
  throw new KareninaError(
    "configuration",
    `Cannot resume ${logPath}: since that run was started, what it takes over from ${name} has changed, in tasks that it has not worked on yet or in results that it has taken.`,
    {
      hint: `Results of one run are about one set of answers: bring back what ${name} held then, or start a new run into another file.`,
    },
  );
}

function requireSameRun(logPath: string, header: ReadLogHeader, expected: ResumeOptions): void {
  // whose answers are taken, and how many there are of each, stands in the settings
  const settings =
    expected.reuse === undefined
      ? "the settings have changed"
      : "the settings have changed, or the models and the number of answers in what it takes over";
  const changed = [
    ...(header.benchmark.fingerprint === expected.benchmarkFingerprint ? [] : ["the benchmark has changed"]),
    ...(header.configFingerprint === expected.configFingerprint ? [] : [settings]),
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
