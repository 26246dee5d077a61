import { mostAmount } from "../../base/index.ts";
import { displayString, type ScenarioExecutionResult } from "../../result/index.ts";
import { byCluster } from "../statistics/by-cluster.ts";
import type { Interval } from "../statistics/interval.ts";
import { type ClusteredRate, clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { type MeanTally, meanTally } from "../statistics/resampling/mean-tally.ts";
import { spendingTally, type WalkSpending } from "./walk-spending.ts";
import { isJudged, isSuccessful } from "./walk-verdict.ts";

/** A share of walks with its denominator and a 95% interval, see `clusteredRate`; unless said otherwise walks through one scenario depend on one another. */
export type WalkShare = Pick<ClusteredRate, "passed" | "of" | "rate" | "interval" | "clusters">;

/** A mean over walks. */
export interface WalkMean {
  readonly n: number;
  /** Null when `n` is 0. */
  readonly mean: number | null;
  /** 95%, see `meanTally`; null with fewer than two pieces of evidence, usually scenarios, and where all have the same mean. */
  readonly interval: Interval | null;
  /** The lowest and the highest there was; null when `n` is 0. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/**
 * What a criterion says of the walks through its scenario: a share where it is true or false, a mean where it is a number. What stands as
 * one piece of evidence is a model's replicate, which several judges may have judged.
 */
export type WalkOutcomeNumbers = { readonly scenario: string; readonly outcome: string } & (
  | ({ readonly kind: "boolean" } & WalkShare)
  | ({ readonly kind: "number" } & WalkMean)
);

/** Walks in numbers. */
export interface WalkNumbers {
  readonly walks: number;
  readonly statuses: { readonly [Status in ScenarioExecutionResult["status"]]: number };
  /** Walks that came to their end, of all. */
  readonly completed: WalkShare;
  /** Walks that came to their end, and that no criterion calls false; of those that say something of the model, see `isJudged`. */
  readonly successful: WalkShare;
  /** Of each scenario and criterion, over the same walks, in order of first appearance. */
  readonly outcomes: readonly WalkOutcomeNumbers[];
  /** Turns of all walks. */
  readonly turns: WalkMean;
  /** Turns of those that were successful. */
  readonly turnsToSuccess: WalkMean;
  /** Seconds of the turns of walks that say so. */
  readonly executionTime: WalkMean;
  /** What walks spent beside their turns; in nothing that is said of turns. */
  readonly besideTurns: WalkSpending;
}

/** Adds up walks one at a time. */
export interface WalkTally {
  add(walk: ScenarioExecutionResult): void;
  numbers(): WalkNumbers;
}

/** Walks at zero; memory grows with the number of scenarios and criteria. */
export function walkTally(): WalkTally {
  const statuses = { completed: 0, limit_reached: 0, error: 0, timeout: 0 };
  const [completed, successful] = [holdTally(), holdTally()];
  const [turns, toSuccess, seconds] = [numberTally(), numberTally(), numberTally()];
  const outcomes = new Map<string, OutcomeTally>();
  const beside = spendingTally();
  let walks = 0;

  return {
    add(walk) {
      const { scenarioId, status, turnCount } = walk;
      const isSuccess = isSuccessful(walk);
      walks++;
      statuses[status]++;
      completed.add(status === "completed", scenarioId);
      turns.add(turnCount, scenarioId);
      beside.add(walk);
      if (isSuccess) toSuccess.add(turnCount, scenarioId);
      if (walk.executionTime !== null) seconds.add(walk.executionTime, scenarioId);
      if (!isJudged(walk)) return;
      successful.add(isSuccess, scenarioId);
      for (const [outcome, value] of Object.entries(walk.outcomeResults)) {
        const kind = outcomeKind(value);
        if (kind === undefined) continue;
        const key = JSON.stringify([scenarioId, outcome, kind]);
        const tally = outcomes.get(key) ?? outcomeTallies[kind]({ scenario: scenarioId, outcome });
        outcomes.set(key, tally);
        tally.add(Number(value), evidenceOf(walk));
      }
    },
    numbers: () => ({
      walks,
      statuses: { ...statuses },
      completed: completed.share(),
      successful: successful.share(),
      outcomes: Array.from(outcomes.values(), (tally) => tally.numbers()),
      turns: turns.mean(),
      turnsToSuccess: toSuccess.mean(),
      executionTime: seconds.mean(),
      besideTurns: beside.spending(),
    }),
  };
}

interface OutcomeTally {
  add(value: number, evidence: string): void;
  numbers(): WalkOutcomeNumbers;
}

const outcomeTallies = {
  boolean: (which: Pick<WalkOutcomeNumbers, "scenario" | "outcome">): OutcomeTally => {
    const tally = holdTally();
    return {
      add: (value, evidence) => tally.add(value === 1, evidence),
      numbers: () => ({ ...which, kind: "boolean", ...tally.share() }),
    };
  },
  number: (which: Pick<WalkOutcomeNumbers, "scenario" | "outcome">): OutcomeTally => {
    const tally = numberTally();
    return { add: tally.add, numbers: () => ({ ...which, kind: "number", ...tally.mean() }) };
  },
} as const satisfies { readonly [Kind in WalkOutcomeNumbers["kind"]]: unknown };

function outcomeKind(value: unknown): WalkOutcomeNumbers["kind"] | undefined {
  if (typeof value === "boolean") return "boolean";
  return typeof value === "number" && Math.abs(value) <= mostAmount ? "number" : undefined;
}

/** What the walks of a scenario share that several judges judged. */
const evidenceOf = ({ answering, promptId, replicate }: ScenarioExecutionResult): string =>
  JSON.stringify([answering && displayString(answering), promptId ?? null, replicate]);

function holdTally() {
  const clusters = byCluster(() => ({ passed: 0, of: 0 }));
  return {
    add(holds: boolean, cluster: string): void {
      const counts = clusters.of(cluster);
      counts.of++;
      if (holds) counts.passed++;
    },
    share(): WalkShare {
      const { passed, of, rate, interval, clusters: count } = clusteredRate(clusters.all());
      return { passed, of, rate, interval, clusters: count };
    },
  };
}

function numberTally(): Pick<MeanTally, "add"> & { mean(): WalkMean } {
  const tally = meanTally();
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    add(value, cluster) {
      tally.add(value, cluster);
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    },
    mean() {
      const { n, mean, interval } = tally.numbers();
      const found = n > 0;
      return { n, mean, interval, lowest: found ? lowest : null, highest: found ? highest : null };
    },
  };
}
