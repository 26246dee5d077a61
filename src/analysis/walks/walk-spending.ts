import type { ScenarioExecutionResult } from "../../result/index.ts";
import { isCostOfStagesKnown } from "../known-cost.ts";

/** What walks spent beside their turns: on simulated users that had nothing more to ask. */
export interface WalkSpending {
  /** Walks that did anything there. */
  readonly walks: number;
  /** Tokens sent. */
  readonly input: number;
  /** Tokens received. */
  readonly output: number;
  /** In US dollars, of the calls that know it; null when none does. */
  readonly costUsd: number | null;
  /** Those of `walks` of which `costUsd` holds everything. */
  readonly costKnown: number;
}

interface Costs {
  readonly costUsd: number | null;
  readonly costKnown: number;
  readonly results: number;
}

type Spender = Pick<ScenarioExecutionResult, "stages">;

/** What one walk spent beside its turns. */
export function walkSpending({ stages }: Spender): Omit<WalkSpending, "walks" | "costKnown"> & {
  /** Whether `costUsd` holds everything. */
  readonly isCostKnown: boolean;
} {
  const costs = stages.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    input: sum(stages.map(({ inputTokens }) => inputTokens)),
    output: sum(stages.map(({ outputTokens }) => outputTokens)),
    costUsd: costs.length === 0 ? null : sum(costs),
    isCostKnown: isCostOfStagesKnown(stages),
  };
}

/** Adds up what walks spent beside their turns. */
export function spendingTally(): { add(walk: Spender): void; spending(): WalkSpending } {
  let total: WalkSpending = { walks: 0, input: 0, output: 0, costUsd: null, costKnown: 0 };
  return {
    add(walk) {
      if (walk.stages.length === 0) return;
      const { input, output, costUsd, isCostKnown } = walkSpending(walk);
      total = {
        walks: total.walks + 1,
        input: total.input + input,
        output: total.output + output,
        costUsd: costUsd === null ? total.costUsd : (total.costUsd ?? 0) + costUsd,
        costKnown: total.costKnown + Number(isCostKnown),
      };
    },
    spending: () => total,
  };
}

/**
 * What the scenarios of a run cost: their turns, and what walks spent beside them.
 *
 * @returns in US dollars, null when nothing is known; of how many turns and further parts of walks it holds everything, of how many
 */
export function scenarioCost({
  turns,
  overall,
}: {
  readonly turns: { readonly overall: Costs };
  readonly overall: { readonly besideTurns: WalkSpending };
}): Costs {
  const { besideTurns } = overall;
  const costs = [turns.overall.costUsd, besideTurns.costUsd].filter((cost) => cost !== null);
  return {
    costUsd: costs.length === 0 ? null : sum(costs),
    costKnown: turns.overall.costKnown + besideTurns.costKnown,
    results: turns.overall.results + besideTurns.walks,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
