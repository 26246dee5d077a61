import type { FromFile, JsonObject } from "../../base/index.ts";
import type { SetHeader } from "../export/set-header.ts";
import { type ScenarioExecutionResult, walkError, walkName } from "../scenario-execution-result.ts";
import type { Source } from "./source.ts";

/** A scenario run that failed: which, and with what. */
export type ScenarioError = readonly [description: string, error: Error];

/** The places of the results and walks of a part. */
export interface Part {
  readonly results: number[];
  readonly walks: Set<number>;
}

export const noPart = (): Part => ({ results: [], walks: new Set() });

/** What a set over a source holds beside it. */
export interface PartsOver {
  readonly walks: Source<ScenarioExecutionResult> | null;
  readonly header: FromFile<SetHeader> | null;
  /** The first line of the log that it comes from. */
  readonly logLine?: JsonObject | null;
}

/** What a set holds beside its results. */
export interface ResultSetParts {
  readonly scenarioResults?: readonly ScenarioExecutionResult[] | null;
  readonly errors?: readonly ScenarioError[] | null;
  readonly header?: FromFile<SetHeader> | null;
}

/** The walks that could not go on, and why; null where there are none. */
export function walkErrors(walks: Iterable<ScenarioExecutionResult>): readonly ScenarioError[] | null {
  const errors = Array.from(walks).flatMap((walk) => {
    const error = walkError(walk);
    return error === undefined ? [] : [[walkName(walk), error] as const];
  });
  return errors.length === 0 ? null : errors;
}
