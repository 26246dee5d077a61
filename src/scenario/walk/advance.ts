import { isJsonObject, type JsonObject, messageOf, recordFrom } from "../../base/index.ts";
import {
  END,
  nodeOf,
  type ScenarioDefinition,
  type ScenarioEdge,
  type StateUpdate,
} from "../definition/scenario-definition.ts";
import type { TerminalFailure, WalkStatus } from "../definition/walk-outcome.ts";
import type { ScenarioState, TurnRecord } from "../state/scenario-state.ts";
import type { UserStop } from "../state/user-stops.ts";
import { chooseEdge, type EdgeChoice, edgeName } from "./next-edge.ts";
import { callFunction, type WalkTools } from "./walk-tools.ts";

/** Most turns of a walk where neither the scenario nor the run says. */
export const usualTurnLimit = 20;

/** What a turn came to. */
export type TurnOutcome =
  | {
      readonly kind: "answered";
      readonly record: TurnRecord;
      /** The values of the traits, by name. */
      readonly rubric: JsonObject;
      /** Why the turn failed, unless it is only that the answer was wrong. */
      readonly failure?: Omit<TerminalFailure, "nodeId"> | undefined;
    }
  /** The simulated user had nothing more to say: nobody was asked. */
  | { readonly kind: "user_stopped"; readonly stop: UserStop };

/** Where a walk goes. */
export type WalkStep =
  /** To `state.currentNode`. */
  | { readonly kind: "go" }
  | {
      readonly kind: "end";
      readonly status: WalkStatus;
      readonly failure?: TerminalFailure;
      /** The place in the definition's list of the edge to {@link END} that was taken. */
      readonly by?: number;
    };

/** The state after a turn, the way on, and what was wrong with conditions and updates. */
export interface Advanced {
  readonly state: ScenarioState;
  readonly next: WalkStep;
  readonly warnings: readonly string[];
}

/** How far a walk may go, and what its decisions may use. */
export interface AdvanceOptions {
  readonly tools: WalkTools;
  /** Most turns; default {@link usualTurnLimit}. The scenario's own limit counts where it is lower. */
  readonly turnLimit?: number | undefined;
}

/** Most turns of a walk: what the scenario says or what the run says, whichever is lower. */
export function walkLimit(
  { turnLimit: own }: Pick<ScenarioDefinition, "turnLimit">,
  ofRun: number = usualTurnLimit,
): number {
  return Math.min(ofRun, own ?? ofRun);
}

/** A walk before its first turn. */
export function startWalk({ entryNode }: Pick<ScenarioDefinition, "entryNode">): ScenarioState {
  return {
    turn: 0,
    currentNode: entryNode,
    arrivedBy: null,
    visits: 1,
    path: [entryNode],
    verifyResult: null,
    parsed: {},
    nodeVisits: {},
    history: [],
    accumulated: {},
    nodeResults: {},
    userStop: null,
  };
}

/**
 * What follows a turn: its findings enter the state, the node's update is made, and an edge is chosen. Never throws
 * because of what was found: a condition or an update that fails is a warning.
 *
 * A walk ends as `completed` at {@link END} and at a node without edges, as `error` where the turn failed or no edge leads on,
 * and as `limit_reached` where it would go on beyond the limit.
 */
export async function advance(
  definition: ScenarioDefinition,
  before: ScenarioState,
  turn: TurnOutcome,
  { tools, turnLimit = usualTurnLimit }: AdvanceOptions,
): Promise<Advanced> {
  if (turn.kind === "user_stopped") {
    const stopped = { ...before, path: before.path.slice(0, -1), userStop: turn.stop };
    const isElsewhere = (edge: ScenarioEdge) => edge.target !== before.currentNode;
    const choice = await chooseEdge(definition, stopped, tools, isElsewhere);
    return onward(definition, stopped, choice, { turnLimit, warnings: [] });
  }
  const { state, warnings } = await stateAfter(definition, before, turn, tools);
  if (turn.failure !== undefined) {
    const failure = { nodeId: before.currentNode, ...turn.failure };
    return { state, next: { kind: "end", status: "error", failure }, warnings };
  }
  const choice = await chooseEdge(definition, state, tools);
  return onward(definition, state, choice, { turnLimit, warnings });
}

function onward(
  definition: ScenarioDefinition,
  state: ScenarioState,
  { place, isTerminal, warnings: found }: EdgeChoice,
  { turnLimit, warnings: before }: { readonly turnLimit: number; readonly warnings: readonly string[] },
): Advanced {
  const warnings = [...before, ...found];
  const end = (status: WalkStatus, failure?: TerminalFailure): Advanced => ({
    state,
    next: { kind: "end", status, ...(failure && { failure }) },
    warnings,
  });
  const edge = place === undefined ? undefined : definition.edges[place];
  if (place === undefined || edge === undefined) {
    if (isTerminal) return end("completed");
    const reason = `No edge leads on from ${JSON.stringify(state.currentNode)}: no condition holds, and there is no edge without one.`;
    return end("error", { nodeId: state.currentNode, category: "scenario", stage: "NextNode", reason });
  }
  if (edge.target === END) return { state, next: { kind: "end", status: "completed", by: place }, warnings };
  if (state.visits >= walkLimit(definition, turnLimit)) return end("limit_reached");
  if (nodeOf(definition, edge.target) === undefined) {
    const reason = `The edge ${edgeName(edge)} leads to a node that is not there.`;
    return end("error", { nodeId: state.currentNode, category: "scenario", stage: "NextNode", reason });
  }
  const arrived = {
    ...state,
    currentNode: edge.target,
    arrivedBy: place,
    visits: state.visits + 1,
    path: [...state.path, edge.target],
  };
  return { state: arrived, next: { kind: "go" }, warnings };
}

async function stateAfter(
  definition: ScenarioDefinition,
  before: ScenarioState,
  { record, rubric }: Extract<TurnOutcome, { readonly kind: "answered" }>,
  tools: WalkTools,
): Promise<Pick<Advanced, "state" | "warnings">> {
  const { currentNode: id } = before;
  const { verifyResult, parsedFields: parsed } = record;
  const update = nodeOf(definition, id)?.stateUpdate;
  const gathered = await updated(before.accumulated, parsed, update, tools);
  const visits = new Map(Object.entries(before.nodeVisits));
  const results = new Map(Object.entries(before.nodeResults));
  visits.set(id, (visits.get(id) ?? 0) + 1);
  results.set(id, { verifyResult, parsed, rubric });
  const state = {
    ...before,
    turn: before.turn + 1,
    verifyResult,
    parsed,
    userStop: null,
    nodeVisits: recordFrom(visits),
    nodeResults: recordFrom(results),
    history: [...before.history, record],
    accumulated: gathered.accumulated,
  };
  const { problem } = gathered;
  return {
    state,
    warnings: problem === undefined ? [] : [`The state update of ${id} was not made: ${problem}.`],
  };
}

/** What is gathered after an update; as before where it fails. */
async function updated(
  before: JsonObject,
  parsed: JsonObject,
  update: StateUpdate | undefined,
  tools: WalkTools,
): Promise<{ readonly accumulated: JsonObject; readonly problem?: string }> {
  if (update === undefined) return { accumulated: before };
  try {
    const given = await callFunction("state_update", update, [before, parsed], tools);
    if (!isJsonObject(given)) return { accumulated: before, problem: "it gave no object" };
    // by way of text, so that nothing but JSON is kept and nobody else can change it
    return { accumulated: JSON.parse(JSON.stringify(given)) };
  } catch (error) {
    return { accumulated: before, problem: messageOf(error).replace(/\.$/, "") };
  }
}
