import type { TransportCategory } from "../../base/index.ts";
import {
  failedOutcomes,
  noOutcomes,
  type OutcomeCounts,
  outcomeOf,
  sumOutcomes,
  type VerificationResult,
} from "../../result/index.ts";
import type { RunEvents } from "../../run/index.ts";

/** What a run looks like at one moment: all of it, what an earlier part has finished included. */
export interface RunTally {
  readonly total: number;
  readonly finishedBefore: number;
  /** Those of them that the counts below do not hold: nobody has said what they came to. */
  readonly uncounted: number;
  readonly finished: number;
  readonly running: number;
  readonly outcomes: OutcomeCounts;
  /** Tokens of all model calls so far. */
  readonly tokens: number;
  /** In US dollars; null while no call told its cost. */
  readonly costUsd: number | null;
  /** Repeated calls by cause, in order of first appearance. */
  readonly retries: ReadonlyMap<TransportCategory, number>;
  /** Outcomes of each answering model, by its id in the configuration, in order of first appearance. */
  readonly models: ReadonlyMap<string, OutcomeCounts>;
}

/** Counts the events of a run in constant memory. */
interface RunCounter
  extends Required<Omit<RunEvents, "serverChanged" | "runStopping" | "runFinished" | "toolCalled">> {
  tally(): RunTally;
}

/** A counter at zero. */
export function countRun(): RunCounter {
  const outcomes = noOutcomes();
  const sums = { total: 0, finishedBefore: 0, uncounted: 0, finished: 0, running: 0, tokens: 0 };
  const retries = new Map<TransportCategory, number>();
  const models = new Map<string, OutcomeCounts>();
  let costUsd: number | null = null;

  return {
    runStarted({ total, finishedBefore, earlier }) {
      sums.total = total;
      sums.finishedBefore = finishedBefore;
      sums.uncounted = earlier === undefined ? finishedBefore : 0;
      if (earlier === undefined) return;
      Object.assign(outcomes, earlier.outcomes);
      for (const [id, ofModel] of earlier.models) models.set(id, { ...ofModel });
      sums.tokens = earlier.tokens;
      costUsd = earlier.costUsd;
    },
    taskStarted() {
      sums.running += 1;
    },
    taskFinished({ task, result }) {
      const outcome = outcomeOf(result);
      sums.running -= 1;
      // turns are results, and their walk is what is counted
      if (task.turn === undefined) sums.finished += 1;
      outcomes[outcome] += 1;
      const ofModel = models.get(task.answering.id) ?? noOutcomes();
      ofModel[outcome] += 1;
      models.set(task.answering.id, ofModel);
    },
    walkFinished() {
      sums.finished += 1;
    },
    callFinished({ usage }) {
      sums.tokens += usage.totalTokens;
      if (usage.costUsd !== undefined) costUsd = (costUsd ?? 0) + usage.costUsd;
    },
    callRetried({ category }) {
      retries.set(category, (retries.get(category) ?? 0) + 1);
    },
    taskPutBack() {
      sums.running -= 1;
    },
    tally: () => ({
      total: sums.total,
      finishedBefore: sums.finishedBefore,
      uncounted: sums.uncounted,
      finished: sums.finished,
      running: sums.running,
      outcomes: { ...outcomes },
      tokens: sums.tokens,
      costUsd,
      retries,
      models,
    }),
  };
}

/** Results that failed through no fault of the model under test. */
export function failedCount(outcomes: RunTally["outcomes"]): number {
  return sumOutcomes(outcomes, failedOutcomes);
}

/** True for a result that failed through no fault of the model under test. */
export function hasFailed(result: VerificationResult): boolean {
  return failedOutcomes.includes(outcomeOf(result));
}
