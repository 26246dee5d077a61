import type { Clock } from "../../base/index.ts";
import { taskKey } from "../../pipeline/index.ts";
import {
  type Results,
  readResultLog,
  readResultLogWalks,
  type ScenarioExecutionResult,
  type VerificationResult,
  type Walks,
} from "../../result/index.ts";
import type { ResumedReuse } from "../../run/index.ts";
import type { PreparedRun } from "../prepare-run.ts";
import type { RunResults } from "../run-results.ts";
import { resultOrder, walkKeys } from "./result-order.ts";
import { type LogNotes, type ResumeRequest, runLog } from "./run-log.ts";

/** Where the results of a run go, and how they are read afterwards. */
export interface ResultStore extends RunResults {
  /** All results, in the order of {@link ResultStore.order}. */
  read(): Results;
  /** The walks through scenarios that have ended. */
  walks(): Walks;
  /** Keys of the run's tasks as people read results, whichever task was faster. */
  order(): Iterable<string>;
}

/** How a run keeps its results. */
interface StoreOptions {
  readonly clock: Clock;
  /** The log that grows with the run; undefined: results are only in memory. */
  readonly log: string | undefined;
  /** Go on with a log that exists. */
  readonly resume?: ResumeRequest | undefined;
  /** What the run takes over. Default: nothing. */
  readonly reuse?: ResumedReuse | undefined;
  /** The caller keeps the log for this run. Default false. */
  readonly isLocked?: boolean;
  /** What the log says beside the run. */
  readonly notes?: LogNotes;
}

/** Keeps the results of a run in a log, or in memory where there is none. */
export function storeResults(
  run: PreparedRun,
  { log, clock, resume, reuse, isLocked = false, notes = {} }: StoreOptions,
): ResultStore {
  const order = () => resultOrder(run.benchmark.content.questions, run.resolved, run.scenarios);
  if (log === undefined)
    return { ...collectResults(order, () => walkKeys(run.scenarios, run.resolved)), order };
  return {
    ...runLog(log, { run, clock, notes, reuse }, { resume, isLocked }),
    read: () => readResultLog(log, { orderedBy: order() }),
    walks: () => walksIn(log),
    order,
  };
}

async function* walksIn(log: string): AsyncGenerator<ScenarioExecutionResult> {
  for await (const { record } of readResultLogWalks(log)) yield record;
}

function collectResults(
  order: () => Iterable<string>,
  walkOrder: () => Iterable<string>,
): Omit<ResultStore, "order"> {
  const collected = new Map<string, VerificationResult>();
  const walks = new Map<string, ScenarioExecutionResult>();
  return {
    walks: () => Array.from(walkOrder()).flatMap((key) => walks.get(key) ?? []),
    finished: async () => ({ finished: new Set() }),
    open: async () => ({
      name: "memory",
      write(result, task) {
        collected.set(taskKey(task), result);
      },
      writeWalk({ key, record }) {
        walks.set(key, record);
      },
    }),
    *read() {
      for (const key of order()) {
        const result = collected.get(key);
        if (result !== undefined) yield result;
      }
    },
  };
}
