import { type FromFile, isJsonObject, type JsonObject, type JsonValue } from "../../base/index.ts";
import { type DrawnScenario, drawnScenariosFromJson } from "../drawn-scenario.ts";
import type { ScenarioExecutionResult } from "../scenario-execution-result.ts";
import type { VerificationResult } from "../verification-result.ts";

/** What a results file says of the run beside its results, in its stored form. */
export interface SetHeader {
  /** The benchmark of the run, by name and content; null: nobody knows. */
  readonly benchmark: JsonObject | null;
  /** The run's settings, without secrets. */
  readonly verificationConfig: JsonObject | null;
  /** The rubrics of the benchmark and its questions, for reading scores; see `rubricFromDefinition`. */
  readonly rubricDefinition: JsonObject | null;
  /** The scenarios of the run as they are drawn; absent outside scenario runs, and where the file does not say. */
  readonly scenarios?: readonly DrawnScenario[];
}

/** The header of a set, where a file says so; null for what is no object. */
export function setHeader(said: { readonly [Key in keyof SetHeader]?: JsonValue | undefined }): SetHeader {
  const object = (value: JsonValue | undefined) => (isJsonObject(value) ? value : null);
  const scenarios = drawnScenariosFromJson(said.scenarios);
  return {
    // a log of a set that knows none says ""
    benchmark: object(isJsonObject(said.benchmark) && said.benchmark.name === "" ? null : said.benchmark),
    verificationConfig: object(said.verificationConfig),
    rubricDefinition: object(said.rubricDefinition),
    ...(scenarios && { scenarios }),
  };
}

/** The same, of the first line of a log. */
export const setHeaderOfLog = (line: JsonObject): SetHeader =>
  setHeader({
    benchmark: line.benchmark,
    verificationConfig: line.config,
    rubricDefinition: line.rubric_definition,
    scenarios: line.scenarios,
  });

/** The same, of what an export says before its results. */
export const setHeaderOfExport = (metadata: JsonObject, sharedData: JsonObject): SetHeader =>
  setHeader({
    benchmark: metadata.benchmark,
    verificationConfig: metadata.verification_config,
    rubricDefinition: sharedData.rubric_definition,
    scenarios: sharedData.scenarios,
  });

/** Of how many tasks the metadata of an export say that its results are; null where they do not say. */
export function tasksOf({ tasks }: JsonObject): number | null {
  return typeof tasks === "number" && Number.isSafeInteger(tasks) && tasks >= 0 ? tasks : null;
}

/** Results that know what their file says beside them, such as a `VerificationResultSet`. */
export interface HeadedResults extends Iterable<VerificationResult> {
  readonly scenarioResults: readonly ScenarioExecutionResult[] | null;
  readonly header: FromFile<SetHeader> | null;
}

/** True for a set of results. */
export function isHeaded(results: object): results is HeadedResults {
  return "header" in results && "scenarioResults" in results && Symbol.iterator in results;
}
