import type { ScenarioState } from "../state/scenario-state.ts";

/** How a walk ended. */
export const walkStatuses = ["completed", "limit_reached", "error", "timeout"] as const;
export type WalkStatus = (typeof walkStatuses)[number];

/** Why a walk could not go on. */
export interface TerminalFailure {
  readonly nodeId: string;
  readonly category: string;
  readonly stage: string;
  readonly reason: string;
}

/** A walk that has ended, as outcome criteria see it. */
export interface WalkOutcome {
  readonly scenarioId: string;
  readonly status: WalkStatus;
  readonly state: ScenarioState;
}
