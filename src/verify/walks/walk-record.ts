import { recordFrom } from "../../base/index.ts";
import type { ScenarioExecutionResult, StageRecord } from "../../result/index.ts";
import type { WalkPlace } from "../../run/index.ts";
import {
  evaluateOutcomes,
  type ScenarioDefinition,
  type ScenarioState,
  type TerminalFailure,
  type WalkStatus,
  type WalkTools,
} from "../../scenario/index.ts";

/** How a walk ended. */
export interface WalkEnd {
  readonly status: WalkStatus;
  readonly failure?: TerminalFailure | undefined;
  readonly by?: number | undefined;
}

/** What was noted of a walk beside its state. */
export interface WalkNotes extends WalkPlace {
  readonly runName: string | null;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  /** What was done beside its turns. */
  readonly stages: readonly StageRecord[];
  /** Of its turns and that together, in seconds. */
  readonly executionTime: number;
  readonly warnings: readonly string[];
  /** The places of the edges that led to its turns; null: the entry. */
  readonly arrivals: readonly (number | null)[];
}

/** The record of a walk that has ended, in whichever way, judged by the criteria of its scenario. */
export async function walkRecord(
  definition: ScenarioDefinition,
  state: ScenarioState,
  { status, failure, by }: WalkEnd,
  notes: WalkNotes,
  tools: WalkTools,
): Promise<ScenarioExecutionResult> {
  const { answering, parsing, replicate, runName, timestamp, executionTime, stages, warnings, arrivals } =
    notes;
  const outcomes = await evaluateOutcomes(definition, { scenarioId: definition.name, status, state }, tools);
  return {
    scenarioId: definition.name,
    status,
    path: state.history.map(({ nodeId }) => nodeId),
    turnCount: state.turn,
    history: state.history.map(
      ({ nodeId, questionText, rawResponse, parsedFields, verifyResult, verificationResultId }, at) => ({
        ...{ nodeId, questionText, rawResponse, parsedFields, verifyResult, verificationResultId },
        arrivedBy: arrivals[at] ?? null,
      }),
    ),
    endedBy: by ?? null,
    outcomeResults: recordFrom(outcomes.map(({ name, value }) => [name, value])),
    outcomeReasons: recordFrom(outcomes.map(({ name, reason }) => [name, reason])),
    terminalFailure: failure === undefined ? null : { ...failure },
    answering: answering.identity,
    parsing: parsing.identity,
    ...(answering.prompt !== undefined && { promptId: answering.prompt.id }),
    replicate,
    runName,
    timestamp,
    stages,
    executionTime: Math.round(executionTime * 1000) / 1000,
    warnings: [...warnings],
    finalState: {
      accumulated: state.accumulated,
      nodeVisits: state.nodeVisits,
      userStop: state.userStop,
    },
  };
}
