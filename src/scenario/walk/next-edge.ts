import { messageOf } from "../../base/index.ts";
import {
  isUnconditional,
  type ScenarioDefinition,
  type ScenarioEdge,
} from "../definition/scenario-definition.ts";
import type { ScenarioState } from "../state/scenario-state.ts";
import { stateValue } from "../state/state-path.ts";
import { valuePasses } from "./state-check.ts";
import { callFunction, type WalkTools } from "./walk-tools.ts";

/** The edge to follow, and what was wrong with conditions on the way. */
export interface EdgeChoice {
  /** The place of the edge in the definition's list; undefined: no edge leads on. */
  readonly place: number | undefined;
  readonly warnings: readonly string[];
  /** True where the node has no edges at all, so that the walk ends there as it should. */
  readonly isTerminal: boolean;
}

/**
 * The way on from the current node: of its conditional edges the first that matches, else the first unconditional one. A
 * condition that cannot be decided does not match.
 *
 * @param mayFollow edges that are out of the question are left out, as if they were not there
 */
export async function chooseEdge(
  { edges }: Pick<ScenarioDefinition, "edges">,
  state: ScenarioState,
  tools: WalkTools,
  mayFollow: (edge: ScenarioEdge) => boolean = () => true,
): Promise<EdgeChoice> {
  const outgoing = edges
    .map((edge, place) => ({ edge, place }))
    .filter(({ edge }) => edge.source === state.currentNode && mayFollow(edge));
  const warnings: string[] = [];
  const isTerminal = outgoing.length === 0;
  for (const { edge, place } of outgoing) {
    if (isUnconditional(edge)) continue;
    const trouble = (error: string) =>
      void warnings.push(`The condition of the edge ${edgeName(edge)} does not hold: ${error}.`);
    if (await edgeMatches(edge, state, tools, trouble)) return { place, warnings, isTerminal };
  }
  const fallback = outgoing.find(({ edge }) => isUnconditional(edge));
  return { place: fallback?.place, warnings, isTerminal };
}

/** An edge for messages. */
export function edgeName({ source, target }: Pick<ScenarioEdge, "source" | "target">): string {
  return `${source} → ${target}`;
}

async function edgeMatches(
  { when, decide, unusable }: ScenarioEdge,
  state: ScenarioState,
  tools: WalkTools,
  trouble: (reason: string) => void,
): Promise<boolean> {
  if (unusable !== undefined) {
    trouble(unusable);
    return false;
  }
  try {
    for (const check of when) {
      const passes = await valuePasses(stateValue(state, check.field), check, tools).catch(
        (error: unknown) => {
          throw new Error(`${check.field}: ${messageOf(error)}`);
        },
      );
      if (!passes) return false;
    }
    if (decide === undefined) return true;
    return Boolean(await callFunction("condition", decide, [state], tools));
  } catch (error) {
    trouble(messageOf(error).replace(/\.$/, ""));
    return false;
  }
}
