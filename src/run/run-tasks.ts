import { setMaxListeners } from "node:events";
import { type Clock, KareninaError, messageOf, systemClock } from "../base/index.ts";
import { type AnswerSource, answerKey, configuredModelId, type Task, taskKey } from "../pipeline/index.ts";
import type { CallObserver } from "../ports/index.ts";
import { lacksInfrastructure, type VerificationResult } from "../result/index.ts";
import { type BudgetLimits, createBudget, type SpentBudget } from "./budget.ts";
import { type JoinedEvents, joinEvents, type RunEvents } from "./events.ts";
import { createOutages, type Outages } from "./outages/outages.ts";
import type { TaskPlan } from "./plan.ts";
import type { LostModels, RunReport, RunStatus } from "./report.ts";
import { type AnswererConcurrencyLimits, scheduleTasks } from "./schedule.ts";
import { sharedAnswers } from "./shared-answers.ts";
import { joinSinks, type ResultSink } from "./sink.ts";
import { taskSignals } from "./task-signals.ts";
import { sourceOf, type TaskSource } from "./task-source.ts";
import { walkAnswers } from "./walk-answers.ts";
import type { WalkGuide } from "./walk-guide.ts";

/** Ends after which nothing is cut off: walks that are not over have what they came to so far. */
const endsInOrder: ReadonlySet<RunStatus> = new Set(["timed_out", "stopped", "budget_spent"]);

/** A task that outages cut short more often has the result it has. */
const mostPutBacks = 5;

/** What a task needs from its run. */
export interface TaskContext {
  /** Aborted when the run is cancelled. Any number of calls may listen to it. */
  readonly signal: AbortSignal;
  /** Tells the run's reporters about model calls. */
  readonly observer: CallObserver;
  /** Shares each answer among its judges, in this run only. */
  readonly answers: AnswerSource;
}

/** How to run a plan. */
export interface RunOptions {
  /** Tasks worked on at the same time. */
  readonly concurrency: number;
  /**
   * Turns a task into its result; undefined for a turn that ends its walk without a question. Rejects only when the signal
   * is aborted.
   */
  execute(task: Task, context: TaskContext): Promise<VerificationResult | undefined>;
  /** Leads walks through scenarios. Absent: the plan has none. */
  readonly guide?: WalkGuide | undefined;
  readonly sinks?: readonly ResultSink[];
  /** A task keeps its place until its result is written: what can be lost stays within `concurrency`. Default false. */
  readonly endsWhenWritten?: boolean | undefined;
  readonly events?: readonly RunEvents[];
  /** Aborting it ends the run: nothing new starts, model calls are aborted, sinks are closed. */
  readonly signal?: AbortSignal;
  /** Aborting it ends the run in its own time: nothing new starts, what runs is finished and kept. */
  readonly stopSignal?: AbortSignal | undefined;
  /** What may be spent. When nothing more can begin within it, the run ends; what runs is finished and kept. Default: no limit. */
  readonly budget?: BudgetLimits | undefined;
  /** After so many milliseconds nothing new starts; what runs is finished and kept. */
  readonly batchTimeoutMs?: number;
  readonly answererConcurrencyLimits?: AnswererConcurrencyLimits;
  /** Which models cannot be reached at present: their tasks wait and take no place, those of others go on. Default: all can. */
  readonly outages?: Outages;
  /** How fast models were asked, for the run's report. Default: nobody knows. */
  readonly paces?: (() => RunReport["paces"]) | undefined;
  readonly clock?: Clock;
}

/**
 * Runs a plan, or what a source gives out of one, `concurrency` tasks at a time, and gives every result to all sinks as soon as it is there. Memory does
 * not grow with the number of tasks. Resolves also when the run was cut short: see `RunReport.status`.
 *
 * Throws `KareninaError` with code `configuration` for a `concurrency` or limit below 1, and `composition` when
 * `execute` throws although nobody cancelled; before that, running tasks are finished and the sinks closed.
 *
 * @example
 * const report = await runTasks(plan, {
 *   concurrency: 8,
 *   execute: (task, { answers, ...context }) =>
 *     orchestrator.execute(task, { services: { ...services, answers }, ...context }),
 *   sinks: [logSink(file, await openResultLog(file, header))],
 *   signal,
 * });
 */
export async function runTasks(given: TaskPlan | TaskSource, options: RunOptions): Promise<RunReport> {
  const source = sourceOf(given);
  const { concurrency, clock = systemClock, batchTimeoutMs, signal, stopSignal } = options;
  const outages = options.outages ?? createOutages({ clock, patienceMs: 0 });
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw new KareninaError(
      "configuration",
      `\`concurrency\` must be a whole number of at least 1; it is ${concurrency}.`,
    );
  }
  const startedAt = clock.monotonic();
  const events = joinEvents(options.events ?? []);
  const calls = new AbortController();
  const timer = new AbortController();
  const signals = taskSignals(calls.signal);
  // walks listen to this one, as what a turn begins may outlive it
  setMaxListeners(0, calls.signal);

  const schedule = scheduleTasks(source.lanes(), {
    limits: options.answererConcurrencyLimits,
    stateOf: outages.stateOf,
    begun: (tasks) => kept.begun(tasks),
    dropped: (key) => answers.drop(key),
  });
  const answers = sharedAnswers({
    signal: calls.signal,
    settled: (key) => {
      schedule.answered(key);
      startTasks();
    },
  });
  const sinks = joinSinks(options.sinks ?? [], {
    changed: () => startTasks(),
    failed: () => stop("sink_failed"),
  });
  const over = Promise.withResolvers<void>();
  let stopped: RunStatus | undefined;
  let defect: KareninaError | undefined;
  const running = new Set<Task>();
  const putBack = new WeakMap<Task, number>();
  const lost: LostModels[] = [];
  const kept = walkAnswers();
  const budget = createBudget(options.budget ?? {});
  let spentBudget: SpentBudget | undefined;
  /** Waits until it can begin within the budget. */
  let heldTask: Task | undefined;
  let finished = 0;

  function stop(why: RunStatus): void {
    // who does not want to wait for what is under way cuts it off
    if (stopped === "stopped" && why === "cancelled") stopped = why;
    stopped ??= why;
    outages.stop();
    startTasks();
  }

  /** What waits for a server takes up no place. */
  function hasRoom(): boolean {
    const places = options.endsWhenWritten ? concurrency - sinks.pending : concurrency;
    if (running.size < places) return true;
    if (outages.allReachable) return false;
    let working = 0;
    for (const task of running) if (outages.stateOf(task) === "reachable") working += 1;
    return working < places;
  }

  function startTasks(): void {
    // results that cannot be written as fast as they come must not pile up
    while (
      stopped === undefined &&
      hasRoom() &&
      sinks.pending <= concurrency * (options.sinks?.length ?? 0)
    ) {
      const task = nextTask();
      if (task === undefined || !isWithinBudget(task)) break;
      running.add(task);
      budget.begun(task);
      void runTask(task);
    }
    const isWaiting = stopped === undefined && (schedule.isWaiting || source.isOpen);
    if (running.size === 0 && sinks.pending === 0 && !isWaiting) over.resolve();
  }

  function isWithinBudget(task: Task): boolean {
    const admitted = budget.admits(task);
    if (admitted === "yes") return true;
    heldTask = task;
    if (admitted !== "later") {
      spentBudget = admitted;
      stop("budget_spent");
    }
    return false;
  }

  function nextTask(): Task | undefined {
    const held = heldTask;
    heldTask = undefined;
    if (held !== undefined) return held;
    try {
      return schedule.next();
    } catch (error) {
      defect ??= new KareninaError("composition", `The plan threw: ${messageOf(error)}`, { cause: error });
      stopped ??= "failed";
      return undefined;
    }
  }

  async function runTask(task: Task): Promise<void> {
    const taskStartedAt = clock.monotonic();
    const isCutShort = watchOutages(task);
    const own = task.turn === undefined ? signals.begin() : calls;
    events.taskStarted({ task });
    try {
      const result = await options.execute(task, {
        signal: own.signal,
        observer: observerOf(task, events, budget),
        answers: answersFor(task, own.signal),
      });
      if (result !== undefined && lacksInfrastructure(result) && (await isCutShort())) return;
      if (result !== undefined) {
        sinks.write(result, task);
        events.taskFinished({ task, result, durationMs: clock.monotonic() - taskStartedAt });
      }
      if (task.turn === undefined) finished += 1;
      else await goOn(task, result);
    } catch (error) {
      if (!calls.signal.aborted) {
        defect ??= defectOf(task, error);
        stop("failed");
      }
    } finally {
      signals.end(own);
    }
    leave(task);
    if (schedule.finished(task) && task.turn?.sharesAnswers !== true) answers.drop(answerKey(task));
    startTasks();
  }

  function leave(task: Task): void {
    running.delete(task);
    budget.ended(task);
  }

  /** The next turn of a walk, or its end. */
  async function goOn(task: Task, result: VerificationResult | undefined): Promise<void> {
    const step = await options.guide?.follow(task, result);
    if (step === undefined) return;
    if (step.kind === "turn") return schedule.follow(step.task);
    finished += 1;
    sinks.writeWalk(step.walk);
    events.walkFinished({ task, walk: step.walk.record });
    for (const key of kept.over(task)) answers.drop(key);
  }

  /** Answers of later turns have keys of their own, by what the model is shown. */
  function answersFor(task: Task, own: AbortSignal): AnswerSource {
    if (task.turn === undefined) return answers.until(own);
    return {
      async share(key, generate) {
        if (task.turn?.sharesAnswers === true) kept.asked(task, key);
        const shared = await answers.share(key, generate);
        schedule.answered(answerKey(task));
        return shared;
      },
    };
  }

  /** What an outage has cut short is no result: the task is begun anew, or left with the server that is lost. */
  function watchOutages(task: Task): () => Promise<boolean> {
    const id = configuredModelId(task.answering);
    const before = { task: outages.pausesOf(task), answer: outages.pausesOfAnswering(id) };
    return async () => {
      const isLost = outages.stateOf(task) === "lost";
      const times = putBack.get(task) ?? 0;
      if (!isLost && (outages.pausesOf(task) === before.task || times === mostPutBacks)) return false;
      const next = task.turn === undefined ? task : ((await options.guide?.again(task)) ?? task);
      putBack.set(next, times + 1);
      leave(task);
      if (outages.pausesOfAnswering(id) > before.answer) answers.drop(kept.keyOf(task) ?? answerKey(task));
      if (next === task) schedule.again(task);
      else {
        if (schedule.finished(task)) answers.drop(answerKey(task));
        schedule.follow(next);
      }
      events.taskPutBack({ task });
      startTasks();
      return true;
    };
  }

  const cancel = () => {
    calls.abort(new KareninaError("cancelled", "The run was cancelled."));
    stop("cancelled");
  };
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  const finishUp = () => {
    if (stopped === undefined) events.runStopping({ running: running.size });
    stop("stopped");
  };
  const stopSignals = [stopSignal, ...(options.sinks ?? []).map(({ cancelled }) => cancelled)];
  for (const one of stopSignals) {
    one?.addEventListener("abort", finishUp, { once: true });
    if (one?.aborted) finishUp();
  }
  if (batchTimeoutMs !== undefined) {
    clock.sleep(batchTimeoutMs, timer.signal).then(
      () => stop("timed_out"),
      () => undefined,
    );
  }

  const review = () => {
    schedule.review();
    startTasks();
  };
  outages.listen((outage) => {
    events.serverChanged(outage);
    if (outage.state === "lost") lost.push({ names: outage.names, error: outage.reason });
    review();
  }, review);
  source.listen(() => startTasks());
  events.runStarted({
    total: source.total,
    finishedBefore: source.finishedBefore,
    ...(source.earlier !== undefined && { earlier: source.earlier }),
    concurrency,
  });
  startTasks();
  await over.promise;
  timer.abort();
  signal?.removeEventListener("abort", cancel);
  for (const one of stopSignals) one?.removeEventListener("abort", finishUp);
  await answers[Symbol.asyncDispose]();
  if (stopped !== undefined && endsInOrder.has(stopped))
    for (const walk of (await options.guide?.cut()) ?? []) sinks.writeWalk(walk);
  const sinkFailures = await sinks.close();

  const report: RunReport = {
    status: statusOf({
      stopped: stopped ?? (lost.length > 0 ? "unreachable" : undefined),
      complete: finished === source.total,
      sinksFailed: sinkFailures.length > 0,
    }),
    total: source.total,
    finishedBefore: source.finishedBefore,
    finished,
    durationMs: clock.monotonic() - startedAt,
    lost,
    ...(spentBudget !== undefined && { spentBudget }),
    paces: options.paces?.() ?? [],
    sinkFailures,
    warnings: events.warnings,
  };
  events.runFinished(report);
  if (defect !== undefined) throw defect;
  return report;
}

function observerOf(
  task: Task,
  events: JoinedEvents,
  budget: Pick<ReturnType<typeof createBudget>, "spend">,
): CallObserver {
  return {
    finished(call) {
      if (!call.isEarlier) budget.spend(task, call.usage);
      events.callFinished({ task, ...call });
    },
    toolCalled: (call) => events.toolCalled({ task, ...call }),
    retried: (retry) => events.callRetried({ task, ...retry }),
  };
}

function defectOf(task: Task, error: unknown): KareninaError {
  return new KareninaError(
    "composition",
    `Task ${taskKey(task)} threw instead of returning a result: ${messageOf(error)}`,
    {
      hint: "This is a defect of the program or of a custom stage. Results that were finished are kept; resume after it is mended.",
      cause: error,
    },
  );
}

function statusOf(end: {
  readonly stopped: RunStatus | undefined;
  readonly complete: boolean;
  readonly sinksFailed: boolean;
}): RunStatus {
  if (end.sinksFailed) return "sink_failed";
  if (end.complete || end.stopped === undefined) return "completed";
  return end.stopped;
}
