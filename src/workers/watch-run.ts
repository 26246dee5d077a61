import type { Clock } from "../base/index.ts";
import type { Task, Turn } from "../pipeline/index.ts";
import {
  type LineContent,
  type ModelIdentity,
  readLogLine,
  shortModelName,
  type VerificationResult,
} from "../result/index.ts";
import { countEarlierPart, type RunEvents, type RunReport } from "../run/index.ts";
import {
  changeState,
  countFinished,
  findRun,
  newLines,
  readSpending,
  runState,
  type Store,
  type StoredLine,
  workersOf,
} from "../stores/index.ts";
import { databasePatience } from "./database-patience.ts";
import { spentLimit } from "./shared-budget.ts";
import { rowSource } from "./stored-lines.ts";

/** How a run is watched. */
interface WatchOptions {
  readonly store: Store;
  readonly id: string;
  readonly events: readonly RunEvents[];
  readonly clock: Clock;
  /** Aborting it leaves the run to its workers. */
  readonly signal: AbortSignal;
  readonly notify: (text: string) => void;
  /** Said where nobody has worked on it for a while. */
  readonly nobodyText: string;
}

/** Between two looks, in milliseconds. */
const lookMs = 500;
/** So long nobody may be at work before that is said, and again after. */
const nobodyMs = 10_000;

/**
 * Shows a run that others work on until it is over, as one machine shows its own.
 *
 * @returns status `completed`, `budget_spent` or `timed_out` by its limits, or `cancelled` where somebody has ended it
 * @throws the signal's reason where the watcher leaves
 */
export async function watchRun(options: WatchOptions): Promise<RunReport> {
  const { store, id, events, clock, signal, notify } = options;
  const patience = databasePatience({ clock, signal, tell: notify });
  const tell = (report: (one: RunEvents) => void) => events.forEach(report);
  const startedAt = clock.monotonic();
  const { tasks } = await patience.until(() => findRun(store, id));
  const read = newLines(store, id);
  const contentOf = ({ seq, line }: StoredLine) => readLogLine(line, rowSource(store, id, seq));
  const counted = countEarlierPart();
  let before = 0;
  for (let lines = await patience.until(read); lines.length > 0; lines = await patience.until(read))
    for (const line of lines) before += earlier(line, contentOf(line), counted);
  // what a store says of itself need not be so
  const total = Math.max(0, tasks - before);
  const workers = workerLines(options);
  tell((one) =>
    one.runStarted?.({
      ...{ total, finishedBefore: before, concurrency: 0 },
      ...(before > 0 && { earlier: counted.part() }),
    }),
  );
  let finished = 0;
  for (;;) {
    const state = await patience.until(() => runState(store, id));
    for (let lines = await patience.until(read); lines.length > 0; lines = await patience.until(read))
      for (const line of lines) finished += show(line, contentOf(line), tell);
    if (state !== "open") {
      const all = await patience.until(() => countFinished(store, id));
      const isWhole = all >= tasks;
      const spending = state === "spent" ? await readSpending(store.database, id) : undefined;
      const spentBudget = spending && spentLimit(spending);
      const report: RunReport = {
        status: isWhole ? "completed" : spentBudget ? "budget_spent" : spending ? "timed_out" : "cancelled",
        ...(spentBudget !== undefined && !isWhole && { spentBudget }),
        ...{ total, finishedBefore: before, finished: all - before },
        ...{ durationMs: clock.monotonic() - startedAt, lost: [], paces: [], sinkFailures: [], warnings: [] },
      };
      tell((one) => one.runFinished?.(report));
      return report;
    }
    // the last worker may have died between its last result and saying so
    if (before + finished >= tasks && (await patience.until(() => countFinished(store, id))) >= tasks)
      await patience.until(() => changeState(store, id, { from: ["open"], to: "finished" }));
    workers(await patience.until(() => workersOf(store, id, clock)));
    await clock.sleep(lookMs, signal);
  }
}

/** Says who takes part, and who does not, and why. */
function workerLines({ clock, notify, nobodyText }: WatchOptions) {
  const told = new Map<string, string | null>();
  let nobodySince = clock.monotonic();
  return (workers: Awaited<ReturnType<typeof workersOf>>) => {
    for (const { name, concurrency, refusal } of workers) {
      if (told.get(name) === refusal) continue;
      told.set(name, refusal);
      notify(
        refusal === null
          ? `Worker ${name} takes part, ${concurrency} tasks at a time.`
          : `Worker ${name} does not take part: ${refusal}`,
      );
    }
    const now = clock.monotonic();
    if (workers.some(({ refusal }) => refusal === null)) nobodySince = now;
    if (now - nobodySince < nobodyMs) return;
    nobodySince = now + 5 * nobodyMs;
    notify(nobodyText);
  };
}

const isCounted = ({ kind, walk }: StoredLine) => (kind === "walk" || walk === null ? 1 : 0);

function earlier(
  line: StoredLine,
  content: LineContent,
  counted: ReturnType<typeof countEarlierPart>,
): number {
  if (content.kind === "result") counted.add(content.result);
  return isCounted(line);
}

function show(
  line: StoredLine,
  content: LineContent,
  tell: (report: (one: RunEvents) => void) => void,
): number {
  if (content.kind === "walk") {
    const { record } = content;
    const task = seenTask("", record, turnAt(record.scenarioId, record.path.at(-1) ?? "", 0, record));
    tell((one) => one.walkFinished?.({ task, walk: record }));
    return 1;
  }
  const { result } = content;
  const { metadata } = result;
  const task = seenTask(metadata.questionId, metadata, turnOf(result));
  const durationMs = metadata.executionTime * 1000;
  tell((one) => one.taskStarted?.({ task }));
  for (const { inputTokens, outputTokens, costUsd, durationMs: ofStage } of result.stages) {
    const usage = {
      ...{ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
      ...(costUsd !== null && { costUsd }),
    };
    tell((one) => one.callFinished?.({ task, model: "", usage, durationMs: ofStage ?? 0 }));
  }
  tell((one) => one.taskFinished?.({ task, result, durationMs }));
  return isCounted(line);
}

/** What of a task its result tells, or the record of its walk. */
interface SeenPlace {
  readonly answering: ModelIdentity | null;
  readonly parsing: ModelIdentity | null;
  readonly replicate: number | null;
}

const nobody: ModelIdentity = { interface: "", modelName: "", tools: [], configId: null };

/** As much of a task as reporters show; nobody can run it. */
function seenTask(questionId: string, place: SeenPlace, turn: Turn | undefined): Task {
  const model = (identity: ModelIdentity | null) => ({
    id: shortModelName(identity ?? nobody),
    identity: identity ?? nobody,
  });
  const seen = {
    question: { id: questionId, question: "" },
    answering: model(place.answering),
    parsing: model(place.parsing),
    replicate: place.replicate,
    ...(turn !== undefined && { turn }),
  };
  return seen as unknown as Task; // what it lacks only a run reads
}

/** The turn that a result is of; undefined: it is of a question by itself. */
function turnOf({ metadata }: VerificationResult): Turn | undefined {
  const { scenarioId, scenarioNode, scenarioTurn, answering, parsing } = metadata;
  if (scenarioId === null) return undefined;
  return turnAt(scenarioId, scenarioNode ?? "", scenarioTurn ?? 0, { answering, parsing });
}

function turnAt(
  scenario: string,
  node: string,
  number: number,
  { answering, parsing }: Pick<SeenPlace, "answering" | "parsing">,
): Turn {
  const walk = { answering: shortModelName(answering ?? nobody), parsing: shortModelName(parsing ?? nobody) };
  return { scenario, node, number, limit: number + 1, path: [node], walk, sharesAnswers: false };
}
