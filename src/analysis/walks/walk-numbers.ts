import { mostAmount } from "../../base/index.ts";
import type { ScenarioExecutionResult } from "../../result/index.ts";
import type { Interval } from "../statistics/interval.ts";
import { type ClusterCount, type ClusteredRate, clusteredRate } from "../statistics/rates/clustered-rate.ts";
import { type MeanTally, meanTally } from "../statistics/resampling/mean-tally.ts";
import { spendingTally, type WalkSpending } from "./walk-spending.ts";
import { isJudged, isSuccessful } from "./walk-verdict.ts";

/** A share of walks with its denominator and a 95% interval, see `clusteredRate`: walks through one scenario depend on one another. */
export type WalkShare = Pick<ClusteredRate, "passed" | "of" | "rate" | "interval" | "clusters">;

/** A mean over walks. */
export interface WalkMean {
  readonly n: number;
  /** Null when `n` is 0. */
  readonly mean: number | null;
  /** 95%, see `meanTally`; null with fewer than two scenarios, and where the scenarios have the same mean. */
  readonly interval: Interval | null;
  /** The lowest and the highest there was; null when `n` is 0. */
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** What a criterion says of walks: a share where it is true or false, a mean where it is a number. */
export type WalkOutcomeNumbers =
  | ({ readonly outcome: string; readonly kind: "boolean" } & WalkShare)
  | ({ readonly outcome: string; readonly kind: "number" } & WalkMean);

/** Walks in numbers. */
export interface WalkNumbers {
  readonly walks: number;
  readonly statuses: { readonly [Status in ScenarioExecutionResult["status"]]: number };
  /** Walks that came to their end, of all. */
  readonly completed: WalkShare;
  /** Walks that came to their end, and that no criterion calls false; of those that say something of the model, see `isJudged`. */
  readonly successful: WalkShare;
  /** Of each criterion, over the same walks, in order of first appearance; one of several scenarios counts in all of them. */
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
  const outcomes = new Map<string, () => WalkOutcomeNumbers>();
  const holding = new Map<string, HoldTally>();
  const numbered = new Map<string, NumberTally>();
  const beside = spendingTally();
  let walks = 0;

  function addOutcome(outcome: string, value: unknown, scenario: string): void {
    if (typeof value === "boolean") {
      const tally = holding.get(outcome) ?? holdTally();
      if (!holding.has(outcome))
        outcomes.set(`boolean ${outcome}`, () => ({ outcome, kind: "boolean", ...tally.share() }));
      holding.set(outcome, tally);
      tally.add(value, scenario);
    } else if (typeof value === "number" && Math.abs(value) <= mostAmount) {
      const tally = numbered.get(outcome) ?? numberTally();
      if (!numbered.has(outcome))
        outcomes.set(`number ${outcome}`, () => ({ outcome, kind: "number", ...tally.mean() }));
      numbered.set(outcome, tally);
      tally.add(value, scenario);
    }
  }

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
      for (const [name, value] of Object.entries(walk.outcomeResults)) addOutcome(name, value, scenarioId);
    },
    numbers: () => ({
      walks,
      statuses: { ...statuses },
      completed: completed.share(),
      successful: successful.share(),
      outcomes: Array.from(outcomes.values(), (numbersOf) => numbersOf()),
      turns: turns.mean(),
      turnsToSuccess: toSuccess.mean(),
      executionTime: seconds.mean(),
      besideTurns: beside.spending(),
    }),
  };
}

type HoldTally = ReturnType<typeof holdTally>;

function holdTally() {
  const scenarios = new Map<string, { -readonly [Key in keyof ClusterCount]: ClusterCount[Key] }>();
  return {
    add(holds: boolean, scenario: string): void {
      const counts = scenarios.get(scenario) ?? { passed: 0, of: 0 };
      scenarios.set(scenario, counts);
      counts.of++;
      if (holds) counts.passed++;
    },
    share(): WalkShare {
      const { passed, of, rate, interval, clusters } = clusteredRate(scenarios.values());
      return { passed, of, rate, interval, clusters };
    },
  };
}

type NumberTally = Pick<MeanTally, "add"> & { mean(): WalkMean };

function numberTally(): NumberTally {
  const tally = meanTally();
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    add(value, scenario) {
      tally.add(value, scenario);
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
