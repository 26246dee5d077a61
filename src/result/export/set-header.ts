import type { FromFile, JsonObject } from "../../base/index.ts";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";

/** What a results file says of the run beside its results, in its stored form. */
export interface SetHeader {
  /** The run's settings, without secrets. */
  readonly verificationConfig: JsonObject | null;
  /** The rubrics of the benchmark and its questions, for reading scores; see `rubricFromDefinition`. */
  readonly rubricDefinition: JsonObject | null;
}

/** Results that know what their file says beside them, such as a `VerificationResultSet`. */
export interface HeadedResults {
  readonly results: readonly VerificationResult[];
  readonly scenarioResults: readonly ScenarioExecutionResult[] | null;
  readonly header: FromFile<SetHeader> | null;
}

/** True for a set of results. */
export function isHeaded(results: object): results is HeadedResults {
  return "header" in results && "scenarioResults" in results && "results" in results;
}
