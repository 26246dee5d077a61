import type { JsonValue } from "../../base/index.ts";
import { messageText } from "../../trace/index.ts";
import type { WalkOutcome } from "../definition/walk-outcome.ts";
import type { ScenarioState, TurnRecord } from "../state/scenario-state.ts";
import { scenarioContext } from "../state/state-path.ts";
import type { CodeParameters, CodeTask } from "./walk-tools.ts";

/** An argument of Python code: the state of a walk or a walk as an object with members, or plain JSON. */
export interface PythonGiven {
  readonly kind: "state" | "walk" | "plain";
  readonly value: JsonValue;
}

/** What code in TypeScript is called with: what a function of a program would be, but for the bytes and places of files. */
export function givenToTypeScript(parameters: readonly unknown[]): readonly JsonValue[] {
  const isOfFile = (holder: object, key: string) =>
    (key === "data" || key === "path") && "type" in holder && holder.type === "file";
  const text = JSON.stringify(parameters, function (this: object, key, value: unknown) {
    return isOfFile(this, key) ? undefined : value;
  });
  return JSON.parse(text);
}

/** What code in Python is called with, under the names that the Python system has. */
export function givenToPython<Task extends CodeTask>(
  task: Task,
  parameters: CodeParameters[Task],
): readonly PythonGiven[] {
  const views: PythonViews = pythonViews;
  return views[task](parameters);
}

type PythonViews = {
  readonly [Task in CodeTask]: (given: CodeParameters[Task]) => readonly PythonGiven[];
};

const pythonViews: PythonViews = {
  condition: ([state]) => [{ kind: "state", value: stateRecord(state) }],
  state_update: (given) => given.map((value) => ({ kind: "plain", value })),
  handover: ([conversation, state]) => [
    {
      kind: "plain",
      value: conversation.map(({ agent, message }) => ({
        agent,
        role: message.role,
        content: messageText(message),
      })),
    },
    { kind: "state", value: stateRecord(state) },
  ],
  outcome: ([walk]) => [{ kind: "walk", value: walkRecord(walk) }],
};

function stateRecord(state: ScenarioState) {
  return {
    turn: state.turn,
    current_node: state.currentNode,
    verify_result: state.verifyResult,
    parsed: state.parsed,
    node_visits: state.nodeVisits,
    history: state.history.map(turnRecord),
    accumulated: state.accumulated,
    node_results: scenarioContext(state).nodeResults,
    user_stop: state.userStop,
  };
}

function walkRecord({ scenarioId, status, state }: WalkOutcome) {
  return {
    scenario_id: scenarioId,
    status,
    path: state.history.map(({ nodeId }) => nodeId),
    turn_count: state.turn,
    history: state.history.map(turnRecord),
    final_state: stateRecord(state),
  };
}

const turnRecord = (turn: TurnRecord) => ({
  node_id: turn.nodeId,
  question_text: turn.questionText,
  raw_response: turn.rawResponse,
  parsed_fields: turn.parsedFields,
  verify_result: turn.verifyResult,
  verification_result_id: turn.verificationResultId,
});
