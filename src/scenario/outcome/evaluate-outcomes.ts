import { KareninaError, messageOf } from "../../base/index.ts";
import type { OutcomeCheck } from "../definition/outcome-check.ts";
import type { OutcomeCriterion, ScenarioDefinition } from "../definition/scenario-definition.ts";
import type { WalkOutcome } from "../definition/walk-outcome.ts";
import { callFunction, type WalkTools } from "../walk/walk-tools.ts";
import { crossTurnFinding } from "./cross-turn.ts";
import { type Finding, resultFinding, turnFinding, turnNumber } from "./turn-findings.ts";

/** What a criterion says of a walk, and why. */
export interface OutcomeResult {
  readonly name: string;
  readonly value: boolean | number;
  /** One sentence. */
  readonly reason: string;
}

/**
 * Judges a walk that has ended, in whichever way, by the criteria of its scenario; those that say nothing are left out. A
 * criterion that fails is false, and its reason says what went wrong.
 */
export async function evaluateOutcomes(
  { outcomes }: Pick<ScenarioDefinition, "outcomes">,
  walk: WalkOutcome,
  tools: WalkTools,
): Promise<readonly OutcomeResult[]> {
  const results: OutcomeResult[] = [];
  for (const criterion of outcomes) {
    const { check, evaluate, unusable } = criterion;
    if (check === undefined && evaluate === undefined && unusable === undefined) continue;
    results.push({ name: criterion.name, ...(await evaluateCriterion(criterion, walk, tools)) });
  }
  return results;
}

async function evaluateCriterion(
  { check, evaluate, unusable }: OutcomeCriterion,
  walk: WalkOutcome,
  tools: WalkTools,
): Promise<Finding> {
  if (unusable !== undefined) return { value: false, reason: `It cannot be read: ${unusable}.` };
  try {
    if (check !== undefined) return await outcomeFinding(check, walk, tools);
    const value = evaluate === undefined ? undefined : await callFunction("outcome", evaluate, [walk], tools);
    if (typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)))
      return { value, reason: `Its function gave ${value}.` };
    throw new KareninaError("check_error", "its function gave neither true nor false nor a number");
  } catch (error) {
    return { value: false, reason: `It could not be decided: ${messageOf(error).replace(/\.$/, "")}.` };
  }
}

async function outcomeFinding(check: OutcomeCheck, walk: WalkOutcome, tools: WalkTools): Promise<Finding> {
  switch (check.type) {
    case "turn_check":
      return turnFinding(check, walk, tools);
    case "result_check":
      return resultFinding(check, walk, tools);
    case "cross_turn_check":
      return crossTurnFinding(check, walk.state.history);
    case "count_turns":
    case "first_match_index":
      return turnNumber(check, walk.state.history);
    case "all_of":
    case "any_of":
    case "at_least_n":
      return compositionFinding(check, walk, tools);
  }
}

type Composition = Extract<OutcomeCheck, { readonly conditions: unknown }>;

/** Ends as soon as it is decided, but for `at_least_n`: what comes later and fails does not matter then. */
async function compositionFinding(check: Composition, walk: WalkOutcome, tools: WalkTools): Promise<Finding> {
  const { conditions } = check;
  const needed = "n" in check ? check.n : check.type === "any_of" ? 1 : conditions.length;
  const failed: string[] = [];
  const passed: string[] = [];
  for (const condition of conditions) {
    const finding = await outcomeFinding(condition, walk, tools);
    (holds(condition, finding) ? passed : failed).push(finding.reason);
    if (check.type === "all_of" && failed.length > 0) break;
    if (check.type === "any_of" && passed.length > 0) break;
  }
  const value = passed.length >= needed;
  const [decisive] = value ? passed : failed;
  const count = `${passed.length} of ${conditions.length} hold, ${needed} needed`;
  if (check.type === "all_of" && value) return { value, reason: `All ${conditions.length} hold.` };
  if (check.type === "any_of" && !value) return { value, reason: `None of ${conditions.length} holds.` };
  if (check.type === "at_least_n")
    return { value, reason: `${count}${decisive && !value ? `: ${decisive}` : "."}` };
  return { value, reason: decisive ?? `${count}.` };
}

function holds(check: OutcomeCheck, { value }: Finding): boolean {
  return typeof value === "boolean" ? value : check.type === "first_match_index" ? value >= 0 : value > 0;
}
