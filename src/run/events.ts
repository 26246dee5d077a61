import { messageOf, type TransportCategory } from "../base/index.ts";
import type { Task } from "../pipeline/index.ts";
import type { ScenarioExecutionResult, VerificationResult } from "../result/index.ts";
import type { Usage } from "../trace/index.ts";
import type { EarlierPart } from "./earlier-part.ts";
import type { Outage } from "./outages/outages.ts";
import type { RunReport } from "./report.ts";

/**
 * Told what happens in a run; implement what you need. Methods return at once. One that throws, or gives a promise
 * that is rejected, is not called again, which the run's report mentions under `warnings`.
 *
 * @example
 * const reporter: RunEvents = { taskFinished: ({ result }) => console.log(result.metadata.questionId) };
 */
export interface RunEvents {
  /** The plan is made; nothing has begun. */
  runStarted?(event: RunStarted): void;
  /** A task begins. */
  taskStarted?(event: { readonly task: Task }): void;
  /** A task has its result, which is on its way to the sinks. */
  taskFinished?(event: TaskFinished): void;
  /** A walk through a scenario has ended, and is on its way to the sinks; its turns were tasks. */
  walkFinished?(event: WalkFinished): void;
  /** A model call came back. */
  callFinished?(event: CallFinished): void;
  /** An agent calls a tool. */
  toolCalled?(event: ToolCalled): void;
  /** A model call failed and will be tried again. */
  callRetried?(event: CallRetried): void;
  /** A task was put back: a model it needs cannot be reached. It begins anew when the model can, or is left. */
  taskPutBack?(event: { readonly task: Task }): void;
  /** A model cannot be reached, can be reached again, or was given up. */
  serverChanged?(event: Outage): void;
  /** The run was asked to end in its own time: nothing new starts, so many tasks are finished. */
  runStopping?(event: { readonly running: number }): void;
  /** The run is over, all sinks are closed. */
  runFinished?(event: RunReport): void;
}

/** What is known before the first task. */
export interface RunStarted {
  /** Tasks of this run; a walk is one, whatever its turns. */
  readonly total: number;
  /** Tasks that an earlier part of the run had finished; not in `total`. */
  readonly finishedBefore: number;
  /** What those tasks came to; absent in a run that is not gone on with. */
  readonly earlier?: EarlierPart;
  /** Tasks worked on at the same time; 0: nobody knows, as workers do them. */
  readonly concurrency: number;
}

/** A task and what came of it. */
export interface TaskFinished {
  readonly task: Task;
  readonly result: VerificationResult;
  readonly durationMs: number;
}

/** A walk and what became of it. */
export interface WalkFinished {
  /** Its last turn. */
  readonly task: Task;
  readonly walk: ScenarioExecutionResult;
}

/** One reply of a model. */
export interface CallFinished {
  readonly task: Task;
  /** The model as its provider names it. */
  readonly model: string;
  readonly usage: Usage;
  readonly durationMs: number;
  /** It was made, and paid, by a machine that has ended since. */
  readonly isEarlier?: true;
}

/** One call of a tool that begins. */
export interface ToolCalled {
  readonly task: Task;
  /** The tool, as the agent calls it. */
  readonly name: string;
}

/** One failed call that is not the last attempt. */
export interface CallRetried {
  readonly task: Task;
  readonly category: TransportCategory;
  readonly delayMs: number;
  readonly reason: string;
}

/** All reporters of a run as one that never throws. */
export interface JoinedEvents extends Required<RunEvents> {
  /** What went wrong in reporters so far. */
  readonly warnings: readonly string[];
}

/** Joins reporters: one that throws, or whose promise is rejected, is left out from then on. */
export function joinEvents(reporters: readonly RunEvents[]): JoinedEvents {
  const listening = new Set(reporters);
  const warnings: string[] = [];

  function leaveOut(reporter: RunEvents, error: unknown): void {
    if (!listening.delete(reporter)) return;
    warnings.push(`A reporter threw and was not called again: ${messageOf(error)}`);
  }

  function each(tell: (reporter: RunEvents) => unknown): void {
    for (const reporter of listening) {
      try {
        const told = tell(reporter);
        if (told instanceof Promise) told.catch((error: unknown) => leaveOut(reporter, error));
      } catch (error) {
        leaveOut(reporter, error);
      }
    }
  }

  return {
    warnings,
    runStarted: (event) => each((reporter) => reporter.runStarted?.(event)),
    taskStarted: (event) => each((reporter) => reporter.taskStarted?.(event)),
    taskFinished: (event) => each((reporter) => reporter.taskFinished?.(event)),
    walkFinished: (event) => each((reporter) => reporter.walkFinished?.(event)),
    callFinished: (event) => each((reporter) => reporter.callFinished?.(event)),
    toolCalled: (event) => each((reporter) => reporter.toolCalled?.(event)),
    callRetried: (event) => each((reporter) => reporter.callRetried?.(event)),
    taskPutBack: (event) => each((reporter) => reporter.taskPutBack?.(event)),
    serverChanged: (event) => each((reporter) => reporter.serverChanged?.(event)),
    runStopping: (event) => each((reporter) => reporter.runStopping?.(event)),
    runFinished: (event) => each((reporter) => reporter.runFinished?.(event)),
  };
}
