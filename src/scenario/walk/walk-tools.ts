import { type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import {
  type FunctionOrCode,
  isSourceCode,
  type SourceCode,
  type TaggedMessage,
} from "../definition/scenario-definition.ts";
import type { WalkOutcome } from "../definition/walk-outcome.ts";
import type { ScenarioState } from "../state/scenario-state.ts";

/** What functions of a scenario are called with, by what they are for. */
export interface CodeParameters {
  readonly condition: readonly [state: ScenarioState];
  readonly state_update: readonly [accumulated: JsonObject, parsed: JsonObject];
  readonly handover: readonly [conversation: readonly TaggedMessage[], state: ScenarioState];
  readonly outcome: readonly [walk: WalkOutcome];
}

/** What a function of a scenario is for. */
export type CodeTask = keyof CodeParameters;

/** What decisions of a scenario may use. */
export interface WalkTools extends CheckTools {
  /** Runs the code of a file, isolated, and gives what it returns; throws where it cannot. Absent: code cannot be run. */
  readonly runCode?: <Task extends CodeTask>(
    task: Task,
    code: SourceCode,
    parameters: CodeParameters[Task],
  ) => Promise<JsonValue>;
}

/**
 * What a function, or the code in its place, returns; what it may be is the caller's to check. It is called with copies:
 * whatever it does to them, the walk stays as it was.
 */
export async function callFunction<Task extends CodeTask>(
  task: Task,
  given: FunctionOrCode<CodeParameters[Task], unknown>,
  parameters: CodeParameters[Task],
  { runCode }: WalkTools,
): Promise<unknown> {
  if (!isSourceCode(given)) return given(...structuredClone(parameters));
  if (runCode === undefined)
    throw new KareninaError("check_error", `it is code in ${given.language}, which is not run here`);
  return runCode(task, given, parameters);
}
