import { mostAmount } from "../../base/index.ts";
import type { ScenarioExecutionResult } from "../../result/index.ts";
import { walkSpending } from "../walks/walk-spending.ts";
import { isJudged, isSuccessful, walkReasons } from "../walks/walk-verdict.ts";
import type { Matchable } from "./match-units.ts";
import type { CountedWork, KnownCost, Unit } from "./unit.ts";

/** What comparing needs of one walk; of walks that say nothing of the model its criteria are left out. */
export interface WalkUnit extends Matchable {
  /** The scenario: its walks depend on one another. */
  readonly cluster: string;
  /** Scenarios have none. */
  readonly keywords: readonly string[];
  /** True: each walk can be successful. */
  readonly hadTemplate: boolean;
  readonly outcome: ScenarioExecutionResult["status"];
  /** 1 for a success, 0 for none, null where the walk says nothing of the model. */
  readonly passed: 0 | 1 | null;
  readonly path: readonly string[];
  /** Why it is no success, see `walkReasons`. */
  readonly reasons: readonly string[];
  /** Criteria that are true or false. */
  readonly flags: ReadonlyMap<string, boolean>;
  /** Criteria that are numbers. */
  readonly scores: ReadonlyMap<string, number>;
  readonly turns: number;
  readonly resources: ReadonlyMap<string, number>;
  /** Of all turns; null where it is not known of one. */
  readonly cost: KnownCost | null;
}

/** What a turn took, by the id of its result. */
export type TurnCosts = ReadonlyMap<string, Pick<Unit, "cost" | "resources">>;

/** Reads a unit off a walk; what it has cost is that of its turns, and of a simulated user that asked no more. */
export function walkUnitOf(
  walk: ScenarioExecutionResult,
  models: Pick<WalkUnit, "answering" | "parsing">,
  { turns, work }: { readonly turns: TurnCosts; readonly work: CountedWork },
): WalkUnit {
  const { scenarioId, replicate, status, path, turnCount, history, outcomeResults } = walk;
  const judged = isJudged(walk);
  const flags = new Map<string, boolean>();
  const scores = new Map<string, number>();
  for (const [name, value] of judged ? Object.entries(outcomeResults) : []) {
    if (typeof value === "boolean") flags.set(name, value);
    else if (typeof value === "number" && Math.abs(value) <= mostAmount) scores.set(name, value);
  }
  const spent = history.flatMap(({ verificationResultId: id }) => turns.get(id ?? "") ?? []);
  const isWhole = spent.length === Math.max(history.length, turnCount);
  // a simulated user is no part of judging
  const beside = walkSpending(work === "judging" ? { stages: [] } : walk);
  const costs = spent.flatMap(({ cost }) => cost ?? []);
  const cost =
    isWhole && costs.length === spent.length
      ? {
          usd: costs.reduce((sum, { usd }) => sum + usd, beside.costUsd ?? 0),
          isPartial: !beside.isCostKnown || costs.some(({ isPartial }) => isPartial),
        }
      : null;
  const resources = new Map([["turns", turnCount]]);
  const judging = spent.flatMap((turn) => turn.resources.get("judging_seconds") ?? []);
  if (work === "task" && walk.executionTime !== null) resources.set("seconds", walk.executionTime);
  if (work === "judging" && isWhole && judging.length === spent.length)
    resources.set(
      "judging_seconds",
      judging.reduce((sum, seconds) => sum + seconds, 0),
    );
  if (cost?.isPartial === false) resources.set(work === "task" ? "cost_usd" : "judging_cost_usd", cost.usd);
  return {
    ...{ ...models, flags, scores, resources, cost, path, turns: turnCount, outcome: status },
    question: scenarioId,
    cluster: scenarioId,
    replicate: replicate ?? 1,
    keywords: [],
    hadTemplate: true,
    passed: judged ? (isSuccessful(walk) ? 1 : 0) : null,
    reasons: walkReasons(walk),
  };
}
